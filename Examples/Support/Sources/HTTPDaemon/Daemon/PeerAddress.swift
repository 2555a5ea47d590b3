import CMicroHTTPD

/// The part of a client's address that identifies a machine.
///
/// For IPv6 that is the first half: a machine can choose the other half freely.
struct PeerAddress: Hashable {
  private let number: UInt64

  init(of connection: OpaquePointer) { number = connection_peer(connection) }
}
