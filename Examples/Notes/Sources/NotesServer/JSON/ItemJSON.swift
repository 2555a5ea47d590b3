import NotesModel

extension JSONValue {
  /// Creates JSON of an item, which can be patched.
  init(_ item: Item) {
    switch item {
    case .note(let note):
      self = .object([
        "userId": .integer(note.userId), "id": .integer(note.id), "title": .text(note.title),
        "body": .text(note.body),
      ])
    case .todo(let todo):
      self = .object([
        "userId": .integer(todo.userId), "id": .integer(todo.id), "title": .text(todo.title),
        "completed": .bool(todo.completed),
      ])
    case .user(let user): self = .object(Self.members(of: user))
    }
  }

  private static func members(of user: User) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "id": .integer(user.id), "name": .text(user.name), "username": .text(user.username),
      "email": .text(user.email),
    ]
    members["address"] = user.address.map { address in
      var members: [String: JSONValue] = [
        "street": .text(address.street), "suite": .text(address.suite), "city": .text(address.city),
        "zipcode": .text(address.zipcode),
      ]
      members["geo"] = address.geo.map { .object(["lat": .text($0.lat), "lng": .text($0.lng)]) }
      return .object(members)
    }
    members["phone"] = user.phone.map { .text($0) }
    members["website"] = user.website.map { .text($0) }
    members["company"] = user.company.map {
      .object(["name": .text($0.name), "catchPhrase": .text($0.catchPhrase), "bs": .text($0.bs)])
    }
    return members
  }
}
