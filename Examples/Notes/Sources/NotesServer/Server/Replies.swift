import HTTPDaemon
import Millrace
import NotesModel
import NotesShelf

/// The answers to questions, from the present shelf.
extension NotesServer {
  /// Returns the answer to a question; a refusal is one, too.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - result: The changes that its command has made; none for a read.
  func reply(to question: Question, _ result: Result<[Change], RequestError>) -> Response {
    do throws(RequestError) {
      let changes = try result.get()
      switch question.subject {
      case .greeting: return greeting()
      case .item(let id): return try item(id, question)
      case .list(let kind): return try list(kind, question)
      case .changes: return try self.changes(question)
      case .export: return exportAnswer()
      case .change: return try reply(to: changes)
      }
    } catch {
      return error.response
    }
  }

  private func reply(to changes: [Change]) throws(RequestError) -> Response {
    guard let change = changes.first else { throw .refused(.ending) }
    let entry = change.entry
    var headers = [(name: "ETag", value: "\"\(entry.version)\"")]
    guard let item = entry.item else {
      return Response(204, headers: headers)
    }
    headers.append(Self.json)
    if change.isNew { headers.append(("Location", "/\(entry.id.kind.rawValue)/\(entry.id.number)")) }
    let row = storage.withShelf { $0[entry.id] }
    // A repeated request gets its earlier answer, whatever the current item.
    let json = if let row, row.sequence == entry.sequence { row.json } else { JSON.bytes(item.content) }
    return Response(change.isNew ? 201 : 200, headers: headers, body: json)
  }

  private static var json: (name: String, value: String) { ("Content-Type", "application/json") }

  // MARK: Reading

  private func item(_ id: ItemID, _ question: Question) throws(RequestError) -> Response {
    guard let row = storage.withShelf({ $0[id] }) else { throw .shelf(.noItem(id)) }
    let status = try isKnown(row.tag, to: question) ? 304 : 200
    return Response(status, headers: [Self.json, ("ETag", row.tag)], body: row.json)
  }

  private func list(_ kind: Kind, _ question: Question) throws(RequestError) -> Response {
    let key = PageMemory.Key(kind: kind, query: question.query)
    let page: PageMemory.Page
    if let kept = pages.page(key) { page = kept } else { page = try makePage(key) }
    let status = try isKnown(page.tag, to: question) ? 304 : 200
    return Response(status, headers: page.headers, body: page.body)
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

  private func greeting() -> Response {
    let greeting = Greeting(id: storage.id, sequence: storage.withShelf { $0.sequence })
    return Response(200, headers: [Self.json], body: JSON.bytes(greeting))
  }

  private func changes(_ question: Question) throws(RequestError) -> Response {
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
      return follow(after: after)
    }
    let entries = storage.withShelf { $0.changes(after: after, through: $0.sequence, limit: limit) }
    return Response(200, headers: [Self.json], body: JSON.list(entries.lazy.map { JSON.bytes($0) }))
  }

  private func exportAnswer() -> Response {
    let made = export ?? storage.withShelf(\.exported)
    export = made
    return Response(200, headers: [Self.json], body: made)
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
  /// All data, in the format of the sample data.
  var exported: [UInt8] {
    let lists = [("posts", Kind.notes), ("todos", .todos), ("users", .users)].map { name, kind in
      Array("\"\(name)\":".utf8) + JSON.list(items(kind).rows.lazy.map(\.json))
    }
    return Array("{".utf8) + lists.joined(separator: ",".utf8) + "}".utf8
  }
}
