import NotesModel

/// Where somebody who follows the feed stands, and what they are to be told next: a pure value.
///
/// It holds at most a batch, whose entries are few or small, or one alone. What is beyond that stays on the shelf until the connection asks for more.
struct Follower: Equatable, Sendable {
  /// How many entries are made at once.
  static let batch = 16
  /// After how many bytes no more are made.
  static let batchBytes = 64 << 10

  private var after: Int
  private var pending: ArraySlice<UInt8> = []
  /// The number up to which they know that they have everything.
  private var told: Int?
  private var owesComment = false

  /// Somebody who has seen all changes up to this one.
  init(after: Int) {
    self.after = after
  }

  /// A comment is due, so that either side sees when the other is gone.
  mutating func comment() { owesComment = true }

  /// The next bytes, at most so many; none when there is nothing to be told.
  ///
  /// - Parameters:
  ///   - limit: The most bytes.
  ///   - shelf: The shelf of now.
  ///   - last: The number of the last change that is on disk, which is as far as anybody is told.
  mutating func next(_ limit: Int, of shelf: Shelf, through last: Int) -> ArraySlice<UInt8> {
    if pending.isEmpty { pending = make(shelf, last)[...] }
    let bytes = pending.prefix(limit)
    pending = pending.dropFirst(limit)
    return bytes
  }

  private mutating func make(_ shelf: Shelf, _ last: Int) -> [UInt8] {
    // Whoever has seen more than there is has seen other data, or a disk that has lost some.
    after = min(after, last)
    let entries = shelf.changes(after: after, through: last, limit: Self.batch)
    var bytes: [UInt8] = []
    var made = 0
    for entry in entries where bytes.count < Self.batchBytes {
      var writer = JSONWriter()
      writer.entry(entry, row: shelf[entry.id])
      bytes += "id: \(entry.sequence)\nevent: change\ndata: ".utf8
      bytes += writer.bytes
      bytes += "\n\n".utf8
      after = entry.sequence
      made += 1
    }
    if made == entries.count, made < Self.batch, told != last {
      after = last
      told = last
      bytes += "event: current\ndata: {\"sequence\":\(last)}\n\n".utf8
    }
    if owesComment {
      owesComment = false
      // Those who have just been told something need none.
      if bytes.isEmpty { bytes += ":\n\n".utf8 }
    }
    return bytes
  }
}
