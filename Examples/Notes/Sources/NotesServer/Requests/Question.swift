import HTTPDaemon
import NotesModel
import NotesShelf

/// A request in the server's terms: a value that outlives its connection, so that its answer may wait.
struct Question {
  enum Subject {
    case greeting
    case item(ItemID)
    case list(Kind)
    case changes
    case export
    case change(ChangeItem)
  }

  let subject: Subject
  /// The query as received.
  let query: ArraySlice<UInt8>
  /// The value of `If-None-Match` of a read.
  let knownTags: String?
  /// True for the feed as server-sent events.
  let isFollowing: Bool
  let lastEvent: String?
  /// The size of the body in bytes.
  let size: Int

  /// The command of a request that changes something.
  var command: ChangeItem? { if case .change(let command) = subject { command } else { nil } }

  /// Reads a request.
  ///
  /// - Throws: ``RequestError`` for a request that is refused whatever the shelf.
  init(_ request: borrowing Request, _ target: Target) throws(RequestError) {
    subject = try Self.subject(of: request, target.place)
    query = target.query
    knownTags = request.header("If-None-Match")
    isFollowing = request.header("Accept")?.lowercased().contains("text/event-stream") == true
    lastEvent = request.header("Last-Event-ID")
    size = request.body.count
  }

  private static func subject(
    of request: borrowing Request, _ place: Target.Place
  ) throws(RequestError) -> Subject {
    switch (request.method, place) {
    case ("GET", .item(let id)), ("HEAD", .item(let id)): return .item(id)
    case ("GET", .list(let kind)), ("HEAD", .list(let kind)): return .list(kind)
    case ("GET", .root), ("HEAD", .root): return .greeting
    case ("GET", .changes), ("HEAD", .changes): return .changes
    case ("GET", .export), ("HEAD", .export): return .export
    case ("POST", .list(let kind)):
      let key = try request.key()
      let json = try request.json()
      let item = try onShelf { () throws(ShelfError) in try Item(kind, json, number: nil) }
      return .change(ChangeItem(.create(item), key: key))
    case ("PUT", .item(let id)):
      let (key, condition) = (try request.key(), try request.condition(mayBeAbsent: true))
      let json = try request.json()
      let item = try onShelf { () throws(ShelfError) in try Item(id.kind, json, number: id.number) }
      return .change(ChangeItem(.replace(item, if: condition), key: key))
    case ("PATCH", .item(let id)):
      let (key, condition) = (try request.key(), try request.condition(mayBeAbsent: false))
      let patch = try request.json(orPatch: true)
      return .change(ChangeItem(.patch(id, patch, if: condition), key: key))
    case ("DELETE", .item(let id)):
      let (key, condition) = (try request.key(), try request.condition(mayBeAbsent: false))
      return .change(ChangeItem(.delete(id, if: condition), key: key))
    default: throw .noMethod(request.method, allowed: place.methods)
    }
  }
}
