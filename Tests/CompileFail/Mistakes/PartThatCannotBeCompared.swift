// expect-error: 'observe(_:initial:isolation:_:)' is unavailable: The store compares the observed part: make its type Equatable, or observe a smaller part.
// A part that cannot be compared is observed.
import Millrace

struct Book {
  var title = ""
}

struct Shelf {
  var best = Book()
}

enum ShelfMessage: Sendable {
  case clear
}

func update(_ shelf: inout Shelf, _ message: ShelfMessage) -> Effect<ShelfMessage> {
  .none
}

@MainActor
func use() {
  let store = Store(Shelf(), update: update)
  let token = store.observe(\.best) { best in print(best.title) }
  token.cancel()
}
