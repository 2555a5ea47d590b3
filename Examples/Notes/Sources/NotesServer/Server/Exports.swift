/// The last export, which all requests share until something changes.
struct Exports {
  private var last: (sequence: Int, bytes: [UInt8])?

  /// Returns the export of a shelf.
  mutating func bytes(of shelf: Shelf) -> [UInt8] {
    if let last, last.sequence == shelf.sequence { return last.bytes }
    let bytes = shelf.exported
    last = (shelf.sequence, bytes)
    return bytes
  }

  /// Drops the export, because something has changed.
  mutating func forget() { last = nil }
}
