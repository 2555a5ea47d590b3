import Foundation
import NotesClient
import NotesLibrary
import NotesModel

/// The output of a command: lines for people, or JSON values for programs.
struct Printout {
  let isJSON: Bool

  /// Prints a list; nothing for people when it is empty.
  func list(_ items: [Listed]) throws {
    if isJSON { return try Output.write(json: json(items)) }
    let width = items.map { $0.id.description.count }.max() ?? 0
    if !items.isEmpty { try Output.write(items.map { line($0, width: width) }.joined(separator: "\n")) }
  }

  func show(_ listed: Listed) throws {
    if isJSON { return try Output.write(json: json(listed)) }
    var lines: [String]
    switch listed.item {
    case .note(let note):
      lines = ["\(visibleLine(note.title))  (\(listed.id)\(listed.mark))"]
      if !note.body.isEmpty { lines += ["", note.body] }
    case .todo: lines = [line(listed, width: 0)]
    case .user(let user):
      lines = ["\(visibleLine(user.name))  (\(listed.id))", ""]
      lines += ["username  \(user.username)", "email     \(user.email)"]
      if let phone = user.phone { lines.append("phone     \(phone)") }
      if let address = user.address {
        lines.append("address   \(address.street), \(address.zipcode) \(address.city)")
      }
      if let company = user.company { lines.append("company   \(company.name)") }
    }
    if let theirs = listed.conflict { lines += conflict(listed, theirs) }
    try Output.write(lines.joined(separator: "\n"))
  }

  /// Returns the server's side of a conflict, and the possible commands.
  private func conflict(_ listed: Listed, _ theirs: Listed.Theirs) -> [String] {
    var lines = [""]
    if let refusal = listed.refusal {
      lines.append("The server rejected it: \(refusal)")
    } else {
      lines.append("Another user has also \(theirs.item == nil ? "deleted" : "changed") it.")
    }
    if let item = theirs.item { lines.append("The server has: \(visibleLine(item.title))") }
    if case .note(let note)? = theirs.item { lines += ["", note.body] }
    return lines + ["", "“notes resolve \(listed.id) mine” keeps your version, “… theirs” the server's."]
  }

  /// Prints an item after a change; nil when it was deleted.
  func change(_ change: Listed?, of id: ItemID) throws {
    if isJSON {
      let text = try change.map { try json($0) } ?? json(Deleted(id: id.description))
      try Output.write(json: text)
    } else {
      try Output.write(change.map { line($0, width: 0) } ?? "\(id)  deleted")
    }
  }

  private struct Deleted: Encodable {
    let id: String
    let deleted = true
  }

  func status(_ status: ClientStatus) throws {
    if isJSON { return try Output.write(json: json(status)) }
    let counts = [
      counted(status.notes, "note"), counted(status.todos, "todo"), counted(status.users, "user"),
    ]
    var lines = [status.connection, counts.joined(separator: ", ")]
    switch status.waiting {
    case 0: lines.append("No changes wait to be sent.")
    case 1: lines.append("1 change waits to be sent.")
    default: lines.append("\(status.waiting) changes wait to be sent.")
    }
    switch status.conflicts {
    case 0: break
    case 1: lines.append("1 conflict; “notes conflicts” shows it.")
    default: lines.append("\(status.conflicts) conflicts; “notes conflicts” shows them.")
    }
    try Output.write((lines + ["The local database is \(status.database)."]).joined(separator: "\n"))
  }

  /// Encodes a value as one line of JSON.
  func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func line(_ listed: Listed, width: Int) -> String {
    let id = listed.id.description
    let name = id + String(repeating: " ", count: max(0, width - id.count))
    let box =
      switch listed.item {
      case .todo(let todo): todo.completed ? "[x] " : "[ ] "
      case .note, .user: ""
      }
    return "\(name)  \(box)\(visibleLine(listed.item.title))\(listed.mark)"
  }
}
