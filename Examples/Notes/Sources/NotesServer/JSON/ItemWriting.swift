import NotesModel

extension JSONWriter {
  /// Returns the JSON of an item in the server's answers.
  static func json(_ item: Item) -> [UInt8] {
    var writer = JSONWriter()
    writer.item(item)
    return writer.bytes
  }

  /// Writes an item, in the format of the sample data.
  mutating func item(_ item: Item) {
    object { writer in
      switch item {
      case .note(let note):
        writer.member("userId", note.userId)
        writer.member("id", note.id)
        writer.member("title", note.title)
        writer.member("body", note.body)
      case .todo(let todo):
        writer.member("userId", todo.userId)
        writer.member("id", todo.id)
        writer.member("title", todo.title)
        writer.name("completed")
        writer.bool(todo.completed)
      case .user(let user): writer.members(of: user)
      }
    }
  }

  /// Writes an item with its kind: `{"kind": "notes", "item": {…}}`.
  mutating func kindAndItem(_ kind: Kind, json: [UInt8]) {
    object { writer in
      writer.member("kind", kind.rawValue)
      writer.name("item")
      writer.json(json)
    }
  }

  mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    self.name(name)
    text(value)
  }

  mutating func member(_ name: StaticString, _ value: Int) {
    self.name(name)
    integer(value)
  }

  private mutating func members(of user: User) {
    member("id", user.id)
    member("name", user.name)
    member("username", user.username)
    member("email", user.email)
    if let address = user.address {
      name("address")
      object { writer in
        writer.member("street", address.street)
        writer.member("suite", address.suite)
        writer.member("city", address.city)
        writer.member("zipcode", address.zipcode)
        if let geo = address.geo {
          writer.name("geo")
          writer.object { writer in
            writer.member("lat", geo.lat)
            writer.member("lng", geo.lng)
          }
        }
      }
    }
    member("phone", user.phone)
    member("website", user.website)
    if let company = user.company {
      name("company")
      object { writer in
        writer.member("name", company.name)
        writer.member("catchPhrase", company.catchPhrase)
        writer.member("bs", company.bs)
      }
    }
  }
}
