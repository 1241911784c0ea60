import { describe, expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

describe("without a trusted proxy the client address is that of the socket", () => {
  test.each([
    ["192.0.2.1", null, "192.0.2.1"],
    ["192.0.2.1", "198.51.100.7", "192.0.2.1"],
    ["192.0.2.1", "198.51.100.7, 198.51.100.8", "192.0.2.1"],
    ["::ffff:192.0.2.1", null, "192.0.2.1"],
    ["::FFFF:192.0.2.1", "198.51.100.7", "192.0.2.1"],
    [undefined, "198.51.100.7", "unknown"],
  ])("socket %s with X-Forwarded-For %j gives %s", (socket, header, client) => {
    expect(clientAddress(socket, header, 0)).toBe(client);
  });
});

describe("behind trusted proxies the client address is the one added by the outermost of them, not an earlier entry", () => {
  test.each([
    [1, "198.51.100.7", "198.51.100.7"],
    [1, "203.0.113.9, 198.51.100.7", "198.51.100.7"],
    [2, "203.0.113.9, 198.51.100.7, 10.0.0.1", "198.51.100.7"],
    [2, " 198.51.100.7 ,10.0.0.1 ", "198.51.100.7"],
    [1, "::ffff:198.51.100.7", "198.51.100.7"],
    [1, null, "10.0.0.2"],
    [1, "", "10.0.0.2"],
    // One of them wrote over what came before, as deploy/nginx.conf does.
    [3, "198.51.100.7, 10.0.0.1", "198.51.100.7"],
    [2, "198.51.100.7", "198.51.100.7"],
    [1, "203.0.113.9, unknown", "10.0.0.2"],
    [1, "203.0.113.9, <script>", "10.0.0.2"],
    [1, "198.51.100.7,", "10.0.0.2"],
    [1, "198.51.100.7:5001", "198.51.100.7"],
    [1, '"198.51.100.7:5001"', "198.51.100.7"],
    [2, "203.0.113.9:1, 198.51.100.7:5001 , 10.0.0.1:80", "198.51.100.7"],
    [1, "[2001:db8::1]:443", "2001:db8:0:0::/64"],
    [1, "[2001:db8::1]", "2001:db8:0:0::/64"],
    [1, '"[2001:db8::1]:443"', "2001:db8:0:0::/64"],
    [1, "2001:db8::1", "2001:db8:0:0::/64"],
    [1, "[::ffff:198.51.100.7]:443", "198.51.100.7"],
    [1, "::ffff:c633:6407", "198.51.100.7"],
    [1, "0:0:0:0:0:ffff:c633:6407", "198.51.100.7"],
    [1, "_hidden", "10.0.0.2"],
    [1, "198.51.100.7:port", "10.0.0.2"],
    [1, "[198.51.100.7", "10.0.0.2"],
    [1, "999.51.100.7:80", "10.0.0.2"],
  ])("with %i of them, X-Forwarded-For %j gives %s", (trusted, header, client) => {
    expect(clientAddress("10.0.0.2", header, trusted)).toBe(client);
  });
});

describe("an IPv6 client is its /64 network, however the address is written", () => {
  test.each([
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::7", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (address, client) => {
    expect(clientAddress(address, null, 0)).toBe(client);
  });

  test("an address in the neighbouring /64 is another client", () => {
    expect(clientAddress("2001:db8:1:3::1", null, 0)).not.toBe(clientAddress("2001:db8:1:2::1", null, 0));
  });
});
