import CMicroHTTPD

/// What is asked for.
///
/// It is lent to whoever answers it, and cannot be kept: headers are looked up where the connection has them, so that
/// a request costs nothing for those that nobody looks at.
public struct Request: ~Copyable {
  /// The method, as it came.
  public let method: String
  /// The path and query, as they came: percent-encoded.
  public let target: [UInt8]
  /// The body; empty if there is none.
  public let body: [UInt8]

  private enum Fields {
    case list([(name: String, value: String)])
    // Sound: a request made by the daemon is borrowed for the length of a call in which the connection is there.
    case connection(OpaquePointer)
  }

  private let fields: Fields

  /// A request made by hand, for trying out what answers it.
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

  /// The value of a header, whose name is compared in any case; several of one name are joined by commas.
  ///
  /// What is not UTF-8 in it is replaced by U+FFFD.
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

/// Looks for a header.
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
          // A header without a value has none to point to.
          let text = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
          // Sound: the context is the pointer to this search that was handed over below, and it is called before that ends.
          context.assumingMemoryBound(to: HeaderSearch.self).pointee
            .look(at: UnsafeRawBufferPointer(start: name, count: nameSize), text)
          return .YES
        }, search)
    }
    return value
  }
}
