import CMicroHTTPD

/// The offsets at which the library has found the names of a request's headers.
struct HeaderPlaces {
  private let start: UnsafeRawPointer
  private var places: [Int] = []

  private init(from start: UnsafeRawPointer) {
    self.start = start
  }

  /// Returns the offsets in the order of the headers, from the beginning of the head.
  static func all(of connection: OpaquePointer, from start: UnsafeRawPointer) -> [Int] {
    var all = HeaderPlaces(from: start)
    withUnsafeMutablePointer(to: &all) { all in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, _, _, _ in
          guard let context, let name else { return .YES }
          // Sound: the context is the pointer that is passed below, and the callback runs before that call
          // ends. Only addresses are compared; no memory is read.
          context.assumingMemoryBound(to: HeaderPlaces.self).pointee.note(UnsafeRawPointer(name))
          return .YES
        }, all)
    }
    return all.places
  }

  private mutating func note(_ name: UnsafeRawPointer) {
    places.append(Int(bitPattern: name) - Int(bitPattern: start))
  }
}
