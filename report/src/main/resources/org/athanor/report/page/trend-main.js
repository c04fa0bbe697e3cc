startTheme();
startNavigation();
startTrends();
startTables();
root.dataset.ready = "true";
