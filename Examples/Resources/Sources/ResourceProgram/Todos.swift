import Features

struct Todo: Entity, Equatable {
  let id: Int
  var title: String
  var isDone: Bool
}

struct TodoFeature: ShelfFeature {
  typealias Model = Todo

  let resource = "todos"

  struct Draft: Encodable {
    let title: String
  }

  struct Change: Encodable {
    var title: String?
    var isDone: Bool?
  }

  static let word = "todo"

  static func line(_ todo: Todo) -> String { "[\(todo.isDone ? "x" : " ")] \(todo.title)" }
}
