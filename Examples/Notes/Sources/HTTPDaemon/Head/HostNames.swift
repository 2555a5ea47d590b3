/// The hosts that a server answers for.
///
/// A page of another site can have its own name point at this machine, and would then read and change everything. The
/// browser says the name in `Host`, so a server that answers for its own names alone is safe from that.
public struct HostNames: Hashable, Sendable {
  private var hosts: Set<Authority.Host>
  private var admitsLoopback = false
  private var admitsAddresses = false

  /// The names of a server.
  ///
  /// - Parameters:
  ///   - address: The address that it listens on. It is admitted; so are the names of this machine for a loopback address,
  ///     and every address, but no name, where it listens on all.
  ///   - names: Further names and addresses by which clients call it.
  /// - Throws: ``DaemonError/name(_:)``.
  public init(listeningOn address: String, called names: [String] = []) throws(DaemonError) {
    hosts = []
    for name in names {
      guard let host = Authority.host(named: name) else { throw .name(name) }
      hosts.insert(host)
    }
    guard let own = Authority.host(named: address) else { return }
    hosts.insert(own)
    admitsLoopback = own.isLoopback || own.isWildcard
    // No name can be pointed at an address that is written out.
    admitsAddresses = own.isWildcard
  }

  /// Returns whether a host is one of them.
  func admit(_ host: Authority.Host) -> Bool {
    if hosts.contains(host) || admitsLoopback && host.isLoopback { return true }
    if case .address = host { return admitsAddresses }
    return false
  }
}
