import NotesModel
import Terminal

/// An item as text.
enum DetailText {
  /// Returns all lines of an item, wrapped to a width.
  static func lines(of detail: Detail, width: Int) -> [Line] {
    var lines = Line.wrapped(detail.item.title, to: width, .strong)
    lines += Line.wrapped(about(detail), to: width, .faint)
    if detail.standing == .conflict {
      lines += Line.wrapped(
        "! Another user has changed it, too; ! shows both versions.", to: width, .warning)
    }
    lines.append(Line())
    switch detail.item {
    case .note(let note): lines += Line.wrapped(note.body, to: width)
    case .todo(let todo): lines.append(todo.completed ? Line("[x] Done", .good) : Line("[ ] To be done"))
    case .user(let user): lines += facts(of: user)
    }
    return lines
  }

  private static func about(_ detail: Detail) -> String {
    var parts = [detail.item.id.words.capitalisedFirst]
    if let owner = detail.owner { parts.append(owner) }
    if detail.standing == .waiting { parts.append("↑ waits to be sent") }
    return parts.joined(separator: "  ·  ")
  }

  private static func facts(of user: User) -> [Line] {
    var facts = [("User name", "@\(user.username)"), ("Mail", user.email)]
    if let phone = user.phone { facts.append(("Phone", phone)) }
    if let website = user.website { facts.append(("Web", website)) }
    if let address = user.address {
      facts += [
        ("Address", "\(address.street), \(address.suite)"), ("", "\(address.zipcode) \(address.city)"),
      ]
    }
    if let company = user.company {
      facts += [("Company", company.name), ("", company.catchPhrase)]
    }
    return facts.map { Line($1, label: Line.Label(text: $0, tone: .faint, width: 11)) }
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
