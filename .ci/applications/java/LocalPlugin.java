// SPDX-License-Identifier: Apache-2.0
package org.example.nutch;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.crawl.Inlinks;
import org.apache.nutch.indexer.IndexWriter;
import org.apache.nutch.indexer.IndexWriterParams;
import org.apache.nutch.indexer.IndexingFilter;
import org.apache.nutch.indexer.NutchDocument;
import org.apache.nutch.metadata.Metadata;
import org.apache.nutch.parse.Outlink;
import org.apache.nutch.parse.Parse;
import org.apache.nutch.parse.ParseData;
import org.apache.nutch.parse.ParseImpl;
import org.apache.nutch.parse.ParseResult;
import org.apache.nutch.parse.ParseStatus;
import org.apache.nutch.parse.Parser;
import org.apache.nutch.protocol.Content;
import org.apache.nutch.protocol.Protocol;
import org.apache.nutch.protocol.ProtocolOutput;
import org.apache.nutch.protocol.ProtocolStatus;

/** What Nutch's jar in Maven Central lacks to crawl a server of simple pages: its plugins. */
public final class LocalPlugin {
  private LocalPlugin() {}

  /** Pages by HTTP. */
  public static class Web extends Configured implements Protocol {
    @Override
    public ProtocolOutput getProtocolOutput(Text url, CrawlDatum datum) {
      try {
        HttpURLConnection http = (HttpURLConnection) new URL(url.toString()).openConnection();
        if (http.getResponseCode() != HttpURLConnection.HTTP_OK) {
          Content none = new Content(url.toString(), url.toString(), new byte[0], "", new Metadata(), getConf());
          return new ProtocolOutput(none, new ProtocolStatus(ProtocolStatus.NOTFOUND));
        }
        try (InputStream in = http.getInputStream()) {
          return new ProtocolOutput(
              new Content(url.toString(), url.toString(), in.readAllBytes(), "text/html", new Metadata(), getConf()));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public BaseRobotRules getRobotRules(Text url, CrawlDatum datum, List<Content> robots) {
      return new SimpleRobotRules(RobotRulesMode.ALLOW_ALL);
    }
  }

  /** Links and words of a page. */
  public static class Html extends Configured implements Parser {
    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]*)\">([^<]*)</a>");

    @Override
    public ParseResult getParse(Content content) {
      String page = new String(content.getContent(), StandardCharsets.UTF_8);
      List<Outlink> links = new ArrayList<>();
      try {
        for (Matcher link = LINK.matcher(page); link.find(); ) {
          links.add(new Outlink(URI.create(content.getUrl()).resolve(link.group(1)).toString(), link.group(2)));
        }
      } catch (MalformedURLException e) {
        throw new UncheckedIOException(e);
      }
      ParseData data =
          new ParseData(ParseStatus.STATUS_SUCCESS, page.substring(0, page.indexOf('\n')),
              links.toArray(new Outlink[0]), content.getMetadata());
      return ParseResult.createParseResult(
          content.getUrl(), new ParseImpl(page.replaceAll("<[^>]*>", " "), data));
    }
  }

  /** Text and anchors of a page as a document. */
  public static class Fields extends Configured implements IndexingFilter {
    @Override
    public NutchDocument filter(
        NutchDocument document, Parse parse, Text url, CrawlDatum datum, Inlinks inlinks) {
      document.add("title", parse.getData().getTitle());
      document.add("text", parse.getText());
      document.add("linked", inlinks == null ? 0 : inlinks.size());
      return document;
    }
  }

  /** An index that is a file of lines, one for each writer. */
  public static class Lines extends Configured implements IndexWriter {
    private Writer out;

    @Override
    public void open(Configuration conf, String name) {}

    @Override
    public void open(IndexWriterParams params) throws IOException {
      out = new FileWriter(params.get("directory") + "/index-" + System.nanoTime(), StandardCharsets.UTF_8);
    }

    @Override
    public void write(NutchDocument document) throws IOException {
      out.write(document.getFieldValue("id") + "\t" + document.getFieldValue("title") + "\t"
          + document.getFieldValue("linked") + "\t" + document.getFieldValue("text").toString().hashCode() + "\n");
    }

    @Override
    public void delete(String key) throws IOException {
      out.write(key + "\tdeleted\n");
    }

    @Override
    public void update(NutchDocument document) throws IOException {
      write(document);
    }

    @Override
    public void commit() {}

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
    }

    @Override
    public Map<String, Map.Entry<String, Object>> describe() {
      return Map.of("directory", Map.entry("where the file is written", (Object) "a path"));
    }
  }
}
