import Foundation

/// Returns whether a host is this machine.
///
/// The proxy of the environment is not used for such a host: for `localhost` it would connect to itself.
func isLoopback(host: String) -> Bool {
  var host = host.lowercased()
  if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
  if host.hasSuffix(".") { host.removeLast() }
  if host == "localhost" || host.hasSuffix(".localhost") { return true }

  // `127.1` and `2130706433` are addresses, too.
  var four = in_addr()
  if inet_aton(host, &four) != 0 { return isLoopback(UInt32(bigEndian: four.s_addr)) }

  var six = in6_addr()
  guard inet_pton(AF_INET6, host, &six) == 1 else { return false }
  let bytes = withUnsafeBytes(of: six) { Array($0) }
  if bytes.dropLast() == [UInt8](repeating: 0, count: 15)[...] { return bytes[15] <= 1 }
  let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
  return isMapped && isLoopback(bytes[12...].reduce(0) { $0 << 8 | UInt32($1) })
}

/// Returns whether an address is in 127.0.0.0/8, or 0.0.0.0, which connects to this machine as well.
private func isLoopback(_ address: UInt32) -> Bool { address >> 24 == 127 || address == 0 }
