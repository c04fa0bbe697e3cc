<#list dependencyMap as e>
<#assign p = e.key>
<#if p.groupId != "org.athanor">
${p.artifactId}-${p.version} | ${e.value?join(" or ")} | ${p.groupId}<#if p.url??> | ${p.url}</#if>
</#if>
</#list>
