// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  /** The first keys are from Hadoop's default list, in core-default.xml. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl.server.keystore.password",
        "ssl.keystore.pass",
        "fs.s3a.secret.key",
        "fs.s3a.bucket.b.secret.key",
        "fs.s3a.bucket.b.server-side-encryption.key",
        "fs.s3a.encryption.key",
        "fs.azure.account.key.me.blob.core.windows.net",
        "dfs.adls.oauth2.credential",
        "fs.azure.account.oauth2.client.secret",
        "fs.azure.oauth.user.password",
        "fs.azure.oauth.refresh.token",
        "javax.jdo.option.ConnectionPassword",
        "spark.authenticate.secret",
        "fs.s3a.access.key",
        "fs.s3a.session.token",
        "AWS_SECRET_ACCESS_KEY",
        "PGPASSWORD",
        "DB_PWD",
        "API_KEY"
      })
  void recognisesKeysOfSecrets(String key) {
    assertThat(Secrets.isKey(key)).isTrue();
    assertThat(Secrets.redacted(Map.of(key, "hunter2"))).containsEntry(key, "(redacted)");
  }

  @ParameterizedTest
  @CsvSource({
    "mapreduce.job.reduces, 4",
    "mapreduce.output.key.class, org.apache.hadoop.io.Text",
    "spark.kryo.registrationRequired, true",
    "dfs.block.access.token.enable, true",
    "yarn.resourcemanager.delegation.token.renew-interval, 86400000",
    "mapreduce.partition.keypartitioner.options, -k1"
  })
  void leavesOtherSettingsAlone(String key, String value) {
    assertThat(Secrets.redacted(Map.of(key, value))).containsEntry(key, value);
  }

  @Test
  void honoursTheListInTheSettings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("com.acme.licence", "abc");
    settings.put("com.acme.size", "3");
    settings.put("hadoop.security.sensitive-config-keys", "licence$,\n  other$");

    assertThat(Secrets.redacted(settings))
        .containsExactly(
            Map.entry("com.acme.licence", "(redacted)"),
            Map.entry("com.acme.size", "3"),
            Map.entry("hadoop.security.sensitive-config-keys", "licence$,\n  other$"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "hadoop jar a.jar -Dfs.s3a.secret.key=abc -Dx=1 in | hadoop jar a.jar"
            + " -Dfs.s3a.secret.key=(redacted) -Dx=1 in",
        "PGPASSWORD='a b;c' psql | PGPASSWORD=(redacted) psql",
        "tool --password hunter2 --size 3 | tool --password (redacted) --size 3",
        "tool --password=\"a \\\" b\" x | tool --password=(redacted) x",
        "curl https://me:pa55@host/x | curl https://me:(redacted)@host/x",
        "jdbc:postgresql://h/d?user=me&password=x&ssl=true |"
            + " jdbc:postgresql://h/d?user=me&password=(redacted)&ssl=true",
        "{user: me, password: hunter2, size: 1g} | {user: me, password: (redacted), size: 1g}",
        "fs.s3a.secret.key: \"a b\" | fs.s3a.secret.key: (redacted)",
        "run: 'tool password=x; other' | run: 'tool password=(redacted); other'",
        "no secret here: 12 records | no secret here: 12 records",
        "sort -k 2 --parallel 4 in out | sort -k 2 --parallel 4 in out"
      })
  void redactsTexts(String text, String redacted) {
    assertThat(Secrets.redacted(text)).isEqualTo(redacted);
    assertThat(Secrets.redacted(redacted)).isEqualTo(redacted);
  }

  @Test
  void redactsHadoopsXmlAndLeavesTheRestUnchanged() {
    String xml =
        """
        <configuration>
          <property><name>fs.s3a.secret.key</name><value>a&lt;b</value></property>
          <property>
            <name>fs.defaultFS</name>
            <value>hdfs://localhost:9000</value>
          </property>
          <property>
            <final>true</final>
            <value>two
        lines</value>
            <name> ssl.server.keystore.password </name>
          </property>
        </configuration>
        """;

    assertThat(Secrets.redactedFile(xml, ""))
        .isEqualTo(xml.replace("a&lt;b", "(redacted)").replace("two\nlines", "(redacted)"));
  }

  @Test
  void redactsPropertiesYamlAndScripts() {
    assertThat(
            Secrets.redactedFile(
                """
                spark.authenticate.secret   abc def
                spark.executor.cores        2
                s3.secret-key: abc
                taskmanager.numberOfTaskSlots: 2
                export AWS_SECRET_ACCESS_KEY=abc
                -----BEGIN RSA PRIVATE KEY-----
                MIIE
                -----END RSA PRIVATE KEY-----
                """,
                ""))
        .isEqualTo(
            """
            spark.authenticate.secret   (redacted)
            spark.executor.cores        2
            s3.secret-key: (redacted)
            taskmanager.numberOfTaskSlots: 2
            export AWS_SECRET_ACCESS_KEY=(redacted)
            -----BEGIN RSA PRIVATE KEY----- (redacted) -----END RSA PRIVATE KEY-----
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"password\":\"hunter2\",\"size\":3} | {\"password\":(redacted),\"size\":3}",
        "login with password:hunter2 failed | login with password:(redacted) failed"
      })
  void redactsTextsWithoutBlanks(String text, String redacted) {
    assertThat(Secrets.redacted(text)).isEqualTo(redacted);
  }

  @Test
  void redactsValuesToTheEndOfTheirLastLine() {
    assertThat(
            Secrets.redactedFile(
                """
                fs.s3a.secret.key: ab,cd&ef # mine
                password = ab cd
                size: 3
                  secret: |
                    first

                    second
                  size: 4
                - api_key: >-
                    third
                db.password=ab\\
                    cd
                end=1
                """,
                ""))
        .isEqualTo(
            """
            fs.s3a.secret.key: (redacted)
            password = (redacted)
            size: 3
              secret: (redacted)
              size: 4
            - api_key: (redacted)
            db.password=(redacted)
            end=1
            """);
  }

  @Test
  void findsTheListInAFile() {
    String xml =
        "<property><name>hadoop.security.sensitive-config-keys</name><value>vault, my\\.x</value>"
            + "</property>";
    assertThat(Secrets.namedIn(xml).strip()).isEqualTo("vault, my\\.x");
    assertThat(Secrets.namedIn("  hadoop.security.sensitive-config-keys: 'vault'\n").strip())
        .isEqualTo("vault");
    assertThat(Secrets.redactedFile("my.vault.code: s3cr3t\nsize: 3\n", "vault"))
        .isEqualTo("my.vault.code: (redacted)\nsize: 3\n");
    assertThat(
            Secrets.redactedFile(
                "<property><name>my.vault</name><value>s3cr3t</value></property>", "vault"))
        .doesNotContain("s3cr3t");
  }
}
