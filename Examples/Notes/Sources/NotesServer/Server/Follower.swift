import HTTPDaemon
import Millrace
import NotesModel
import NotesShelf

/// The position of a client in the feed, and the next bytes for it: a pure value.
///
/// It holds at most a batch, of a limited number and size, or one larger entry. Later entries stay on the
/// shelf until the connection can send more.
struct Follower: Equatable, Sendable {
  /// The maximum number of entries in a batch.
  static let batch = 16
  /// The size in bytes at which a batch ends.
  static let batchBytes = 64 << 10

  private var after: Int
  private var pending: ArraySlice<UInt8> = []
  /// The last number for which the client was notified that it is up to date.
  private var told: Int?
  private var owesComment = false

  /// Creates a follower that has all changes up to this one.
  init(after: Int) {
    self.after = after
  }

  /// Schedules a comment, by which either side detects a broken connection.
  mutating func comment() { owesComment = true }

  /// Returns the next bytes; none when there is no news.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - shelf: The current shelf.
  ///   - last: The number of the last change to send.
  mutating func next(_ limit: Int, of shelf: Shelf, through last: Int) -> ArraySlice<UInt8> {
    if pending.isEmpty { pending = make(shelf, last)[...] }
    let bytes = pending.prefix(limit)
    pending = pending.dropFirst(limit)
    return bytes
  }

  private mutating func make(_ shelf: Shelf, _ last: Int) -> [UInt8] {
    // A client with a higher number has other data, or the disk has lost some.
    after = min(after, last)
    let entries = shelf.changes(after: after, through: last, limit: Self.batch)
    var bytes: [UInt8] = []
    var made = 0
    for entry in entries where bytes.count < Self.batchBytes {
      bytes += "id: \(entry.sequence)\nevent: change\ndata: ".utf8 + JSON.bytes(entry) + "\n\n".utf8
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
      // Other bytes make the comment unnecessary.
      if bytes.isEmpty { bytes += ":\n\n".utf8 }
    }
    return bytes
  }
}

extension NotesServer {
  /// Returns an answer that streams the changes after this one.
  func follow(after sequence: Int) -> Response {
    followersMade += 1
    let number = followersMade
    let stream = BodyStream(
      next: { [weak self] limit in self?.step(number, limit) ?? .end },
      ended: { [weak self] in self?.followers[number] = nil })
    followers[number] = (Follower(after: sequence), stream)
    return Response(
      200, headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")], stream: stream)
  }

  private func step(_ number: Int, _ limit: Int) -> BodyStream.Step? {
    let bytes = storage.withShelf { followers[number]?.follower.next(limit, of: $0, through: $0.sequence) }
    return bytes.map { $0.isEmpty ? .wait : .bytes($0) }
  }

  func wakeFollowers() {
    for (_, stream) in followers.values { stream.wake() }
  }
}
