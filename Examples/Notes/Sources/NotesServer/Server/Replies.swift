import HTTPDaemon
import Millrace
import NotesModel

/// The answers to questions, from the present shelf.
extension NotesServer {
  /// Returns the reply to a question; a refusal is one, too.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - result: The changes that its command has made; none for a read.
  func reply(to question: Question, _ result: Result<[Change], RequestError>) -> Reply {
    do throws(RequestError) {
      let changes = try result.get()
      switch question.subject {
      case .greeting: return greeting()
      case .item(let id): return try item(id, question)
      case .list(let kind): return try list(kind, question)
      case .changes: return try self.changes(question)
      case .export: return exportReply()
      case .change: return try reply(to: changes)
      }
    } catch {
      return Reply(response: error.response, sequence: storage.withShelf { $0.sequence(toldBy: error) })
    }
  }

  private func reply(to changes: [Change]) throws(RequestError) -> Reply {
    guard let change = changes.first else { throw .refused(.ending) }
    let entry = change.entry
    var headers = [(name: "ETag", value: "\"\(entry.version)\"")]
    guard let item = entry.item else {
      return Reply(response: Response(204, headers: headers), sequence: entry.sequence)
    }
    headers.append(Self.json)
    if change.isNew { headers.append(("Location", "/\(entry.id.kind.rawValue)/\(entry.id.number)")) }
    let row = storage.withShelf { $0[entry.id] }
    // A repeated request gets its earlier answer, whatever the current item.
    let json = if let row, row.sequence == entry.sequence { row.json } else { JSON.bytes(item.content) }
    return Reply(
      response: Response(change.isNew ? 201 : 200, headers: headers, body: json), sequence: entry.sequence)
  }

  private static var json: (name: String, value: String) { ("Content-Type", "application/json") }

  // MARK: Reading

  private func item(_ id: ItemID, _ question: Question) throws(RequestError) -> Reply {
    guard let row = storage.withShelf({ $0[id] }) else { throw .noItem(id) }
    let status = try isKnown(row.tag, to: question) ? 304 : 200
    return Reply(
      response: Response(status, headers: [Self.json, ("ETag", row.tag)], body: row.json),
      sequence: row.sequence)
  }

  private func list(_ kind: Kind, _ question: Question) throws(RequestError) -> Reply {
    let key = PageMemory.Key(kind: kind, query: question.query)
    let page: PageMemory.Page
    if let kept = pages.page(key) { page = kept } else { page = try makePage(key) }
    let status = try isKnown(page.tag, to: question) ? 304 : 200
    return Reply(response: Response(status, headers: page.headers, body: page.body), sequence: page.last)
  }

  private func makePage(_ key: PageMemory.Key) throws(RequestError) -> PageMemory.Page {
    let query = try ListQuery(key.kind, key.query)
    let (last, found) = storage.withShelf { ($0.lastChange(of: key.kind), $0.page(query)) }
    let tag = "W/\"\(last)\""
    let headers = [
      Self.json, ("ETag", tag), ("X-Total-Count", "\(found.total)"),
      ("Link", query.links(total: found.total)),
    ]
    let page = PageMemory.Page(
      last: last, tag: tag, headers: headers, body: JSON.list(found.rows.lazy.map(\.json)))
    pages.keep(page, as: key)
    return page
  }

  /// Returns whether the client already has the requested version.
  ///
  /// Such an answer has a body all the same: the library sends only its length.
  private func isKnown(_ tag: String, to question: Question) throws(RequestError) -> Bool {
    guard let value = question.knownTags else { return false }
    return try EntityTags(value, of: "If-None-Match").match(tag)
  }

  private func greeting() -> Reply {
    let greeting = Greeting(id: storage.id, sequence: storage.durable)
    return Reply(response: Response(200, headers: [Self.json], body: JSON.bytes(greeting)))
  }

  private func changes(_ question: Question) throws(RequestError) -> Reply {
    var query = try Query(question.query)
    var after = try query.integer("after", in: 0...Shape.numberLimit) ?? 0
    let limit = try query.integer("limit", in: 1...1000) ?? 1000
    try query.end(known: "after, limit")
    if question.isFollowing {
      if let value = question.lastEvent {
        guard let number = Int(exactly: value), number >= 0 else {
          throw .malformedHeader(name: "Last-Event-ID", reason: "it must be the number of a change")
        }
        after = number
      }
      return Reply(response: follow(after: after))
    }
    let durable = storage.durable
    let entries = storage.withShelf { $0.changes(after: after, through: durable, limit: limit) }
    return Reply(
      response: Response(200, headers: [Self.json], body: JSON.list(entries.lazy.map { JSON.bytes($0) })))
  }

  private func exportReply() -> Reply {
    let (made, last) = storage.withShelf { (export ?? $0.exported, $0.sequence) }
    export = made
    return Reply(response: Response(200, headers: [Self.json], body: made), sequence: last)
  }
}

extension ListQuery {
  /// Returns the links to the other pages (RFC 8288).
  func links(total: Int) -> String {
    let last = max(1, (total + limit - 1) / limit)
    var links = [(1, "first"), (last, "last")]
    if page > 1 { links.append((min(page - 1, last), "prev")) }
    if page < last { links.append((page + 1, "next")) }
    return links.map { "<\(path(page: $0))>; rel=\"\($1)\"" }.joined(separator: ", ")
  }
}

extension Shelf {
  /// Returns the number of the last change that a refusal reveals, which must be on disk before.
  func sequence(toldBy error: RequestError) -> Int {
    switch error {
    case .noItem(let id): tombstones[id]?.sequence ?? 0
    case .otherVersion, .keyReused: sequence
    default: 0
    }
  }

  /// All data, in the format of the sample data.
  var exported: [UInt8] {
    let lists = [("posts", Kind.notes), ("todos", .todos), ("users", .users)].map { name, kind in
      Array("\"\(name)\":".utf8) + JSON.list(items(kind).rows.lazy.map(\.json))
    }
    return Array("{".utf8) + lists.joined(separator: ",".utf8) + "}".utf8
  }
}
