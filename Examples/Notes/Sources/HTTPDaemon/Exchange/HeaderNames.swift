import CMicroHTTPD

/// Looks at the names of headers, which the library takes as they come: `Transfer-Encoding ` is another name to it than
/// `Transfer-Encoding`, and the same to others.
enum HeaderNames {
  static func areSound(_ connection: OpaquePointer) -> Bool {
    var areSound = true
    withUnsafeMutablePointer(to: &areSound) { areSound in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameSize, _, _ in
          if HeaderNames.isSound(UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameSize)) {
            return .YES
          }
          // Sound: the context is the pointer that was handed over below, and it is called before that ends.
          context?.assumingMemoryBound(to: Bool.self).pointee = false
          return .NO
        }, areSound)
    }
    return areSound
  }

  static func isSound(_ name: some Collection<UInt8>) -> Bool {
    !name.isEmpty && name.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
