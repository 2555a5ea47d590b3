import CMicroHTTPD

/// An HTTP request.
///
/// It is borrowed by its handler, and cannot be stored: headers are looked up in the connection's memory, so
/// unread headers cost nothing.
public struct Request: ~Copyable {
  public let method: String
  /// The path and query, percent-encoded as received.
  public let target: [UInt8]
  /// The body; empty for none.
  public let body: [UInt8]

  private enum Fields {
    case list([(name: String, value: String)])
    // Sound: a request of the daemon is borrowed for the length of a call in which the connection exists.
    case connection(OpaquePointer)
  }

  private let fields: Fields

  /// Creates a request for tests of a handler.
  public init(
    _ method: String, _ target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.target = Array(target.utf8)
    self.body = body
    fields = .list(headers)
  }

  init(method: String, target: [UInt8], body: [UInt8], connection: OpaquePointer) {
    self.method = method
    self.target = target
    self.body = body
    fields = .connection(connection)
  }

  /// Returns the value of a header, whatever the case of its name; several values are joined by commas.
  ///
  /// Invalid UTF-8 is replaced by U+FFFD.
  public func header(_ name: StaticString) -> String? {
    switch fields {
    case .list(let list):
      var search = HeaderSearch(name)
      for (name, value) in list { search.look(at: name.utf8, value.utf8) }
      return search.value
    case .connection(let connection):
      return HeaderSearch(name).search(connection)
    }
  }
}

struct HeaderSearch {
  private let name: StaticString
  private(set) var value: String?

  init(_ name: StaticString) {
    self.name = name
  }

  mutating func look(at name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
    guard name.count == self.name.utf8CodeUnitCount, isSame(name) else { return }
    let text = String(decoding: value, as: UTF8.self)
    self.value = self.value.map { "\($0), \(text)" } ?? text
  }

  private func isSame(_ other: some Collection<UInt8>) -> Bool {
    let own = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return zip(own, other).allSatisfy { Self.lowered($0) == Self.lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 32 : byte }

  consuming func search(_ connection: OpaquePointer) -> String? {
    withUnsafeMutablePointer(to: &self) { search in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let context, let name else { return .YES }
          // A header without a value has a null pointer.
          let text = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
          // Sound: the context is the pointer to this search that is passed below, and the callback runs
          // before that call ends.
          context.assumingMemoryBound(to: HeaderSearch.self).pointee
            .look(at: UnsafeRawBufferPointer(start: name, count: nameSize), text)
          return .YES
        }, search)
    }
    return value
  }
}
