// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import org.apache.kerby.KOptions;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.apache.kerby.kerberos.kerb.client.KrbOption;

/** Does what {@code kinit} does, which not every machine has: puts a ticket into a cache. */
public final class TicketCache {
  private TicketCache() {}

  /** Arguments: directory of krb5.conf, port of the KDC, principal, keytab, seconds, cache. */
  public static void main(String[] args) throws Exception {
    KrbClient client = new KrbClient(new File(args[0]));
    client.setKdcHost("localhost");
    client.setKdcTcpPort(Integer.parseInt(args[1]));
    client.setAllowUdp(false);
    client.init();
    KOptions options = new KOptions();
    options.add(KrbOption.CLIENT_PRINCIPAL, args[2]);
    options.add(KrbOption.USE_KEYTAB, true);
    options.add(KrbOption.KEYTAB_FILE, new File(args[3]));
    options.add(KrbOption.LIFE_TIME, args[4]);
    client.storeTicket(client.requestTgt(options), new File(args[5]));
  }
}
