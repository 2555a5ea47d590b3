import Features

struct Book: Entity, Equatable {
  let id: Int
  var title: String
  var author: String
}

struct BookFeature: ShelfFeature {
  typealias Model = Book

  let resource = "books"

  struct Draft: Encodable {
    let title: String
    let author: String
  }

  struct Change: Encodable {
    var title: String?
    var author: String?
  }

  static let word = "book"

  static func line(_ book: Book) -> String { "\(book.title), by \(book.author)" }
}
