import CMicroHTTPD

/// The address that a connection comes from, as far as it tells one machine from another.
///
/// Of an address of IPv6 that is the first half: a machine has as many of the other half as it likes.
struct PeerAddress: Hashable {
  private let number: UInt64

  init(of connection: OpaquePointer) { number = connection_peer(connection) }
}
