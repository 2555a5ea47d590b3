/// The hosts that a server answers for.
///
/// A page of another site can resolve its own name to this machine, and could then read and change
/// everything. The browser sends that name in `Host`, so a server that answers only for its own names is
/// safe.
public struct HostNames: Hashable, Sendable {
  private var hosts: Set<Authority.Host>
  private var admitsLoopback = false
  private var admitsAddresses = false

  /// Creates the names of a server.
  ///
  /// - Parameters:
  ///   - address: The listening address. It is admitted; so are the names of this machine for a loopback
  ///     address, and every address, but no name, for a server that listens on all.
  ///   - names: Further names and addresses of the server.
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
    // A literal address cannot be a name that resolves to this machine.
    admitsAddresses = own.isWildcard
  }

  /// Returns whether the server answers for a host.
  func admit(_ host: Authority.Host) -> Bool {
    if hosts.contains(host) || admitsLoopback && host.isLoopback { return true }
    if case .address = host { return admitsAddresses }
    return false
  }
}
