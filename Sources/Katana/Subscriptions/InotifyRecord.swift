/// One record that Linux writes about a watched folder.
struct InotifyRecord: Hashable {
  /// The kind of a change, in the bits of the system's interface.
  struct Mask: OptionSet, Hashable {
    let rawValue: UInt32

    static let modified = Mask(rawValue: 0x2)
    static let movedFrom = Mask(rawValue: 0x40)
    static let movedTo = Mask(rawValue: 0x80)
    static let created = Mask(rawValue: 0x100)
    static let deleted = Mask(rawValue: 0x200)
    static let selfDeleted = Mask(rawValue: 0x400)
    static let selfMoved = Mask(rawValue: 0x800)
    static let unmounted = Mask(rawValue: 0x2000)
    static let overflow = Mask(rawValue: 0x4000)
    static let ignored = Mask(rawValue: 0x8000)
    /// The flag that restricts a watch to folders.
    static let onlyFolder = Mask(rawValue: 0x0100_0000)

    /// The changes that a folder is watched for.
    static let watched: Mask = [
      .modified, .movedFrom, .movedTo, .created, .deleted, .selfDeleted, .selfMoved, .onlyFolder,
    ]
  }

  /// The number of the system's watch; -1 for a record about all of them.
  var watch: Int32 = 0
  var mask: Mask
  /// A number that both halves of a move share; 0 otherwise.
  var cookie: UInt32 = 0
  /// The name of the entry; empty for the folder itself.
  var name = ""

  /// The size of a record before its name, in bytes.
  static let headerSize = 16

  /// Decodes the bytes that the system wrote.
  ///
  /// - Returns: The records, and whether bytes were left over that are not a record.
  static func decode(_ bytes: [UInt8]) -> (records: [InotifyRecord], isDamaged: Bool) {
    var records: [InotifyRecord] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= headerSize else { return (records, true) }
      let watch = Int32(bitPattern: number(rest, at: 0))
      let mask = number(rest, at: 4)
      let cookie = number(rest, at: 8)
      let length = Int(number(rest, at: 12))
      rest = rest.dropFirst(headerSize)
      guard length <= rest.count else { return (records, true) }
      // The name is padded with zeros.
      let name = String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
      records.append(InotifyRecord(watch: watch, mask: Mask(rawValue: mask), cookie: cookie, name: name))
      rest = rest.dropFirst(length)
    }
    return (records, false)
  }

  /// Returns a number in this machine's byte order.
  private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
    let start = bytes.startIndex + offset
    return bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }
}
