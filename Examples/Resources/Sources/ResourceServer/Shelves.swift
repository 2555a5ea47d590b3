/// The server's records of all kinds, and its routes.
struct Shelves {
  private var kept: [String: Records] = [
    "books": Records(
      of: "book", fields: ["title": .text(""), "author": .text("unknown")],
      rows: [
        ["title": .text("Emma"), "author": .text("Jane Austen")],
        ["title": .text("Middlemarch"), "author": .text("George Eliot")],
        ["title": .text("Villette"), "author": .text("Charlotte Brontë")],
      ]),
    "todos": Records(
      of: "todo", fields: ["title": .text(""), "isDone": .flag(false)],
      rows: [
        ["title": .text("Return the books"), "isDone": .flag(false)],
        ["title": .text("Mend the lamp"), "isDone": .flag(false)],
      ]),
  ]

  mutating func reply(to request: Reply.Request) -> Reply {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard let name = parts.first, var records = kept[name], parts.count <= 2 else {
      return Reply(404, error: "There is nothing here.")
    }
    defer { kept[name] = records }
    do {
      if parts.count == 1 {
        switch request.method {
        case "GET": return Reply(200, records.all)
        case "POST": return Reply(201, try records.create(try request.row()))
        default: return Reply(405, error: "A list can be asked for, and added to.")
        }
      }
      guard let id = Int(parts[1]) else { return Reply(404, error: "An id is a number.") }
      switch request.method {
      case "GET": return Reply(200, try records.row(id))
      case "PATCH": return Reply(200, try records.change(id, try request.row()))
      case "DELETE":
        try records.remove(id)
        return Reply(status: 204, body: [])
      default: return Reply(405, error: "One can be asked for, changed and deleted.")
      }
    } catch {
      return Reply(error.status, error: error.error)
    }
  }
}
