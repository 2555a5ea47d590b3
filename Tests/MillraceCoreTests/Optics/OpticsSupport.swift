import MillraceOptics

/// A value that can be made at random, small enough that equal and empty ones come up often.
protocol LawSample: Equatable, Sendable {
  static func sample(_ random: inout LawRandom) -> Self
}

extension Int: LawSample {
  static func sample(_ random: inout LawRandom) -> Int { .random(in: 0..<4, using: &random) }
}

extension Array: LawSample where Element: LawSample {
  static func sample(_ random: inout LawRandom) -> [Element] {
    (0..<Int.sample(&random)).map { _ in .sample(&random) }
  }
}

extension Dictionary: LawSample where Key == Int, Value: LawSample {
  static func sample(_ random: inout LawRandom) -> [Int: Value] {
    var dictionary: [Int: Value] = [:]
    for _ in 0..<Int.sample(&random) { dictionary[.sample(&random)] = Value.sample(&random) }
    return dictionary
  }
}

extension Optional: LawSample where Wrapped: LawSample {
  static func sample(_ random: inout LawRandom) -> Wrapped? {
    Bool.random(using: &random) ? Wrapped.sample(&random) : nil
  }
}

extension Result: LawSample where Success: LawSample, Failure: LawSample {
  static func sample(_ random: inout LawRandom) -> Result {
    Bool.random(using: &random) ? .success(.sample(&random)) : .failure(.sample(&random))
  }
}

/// A failure with something in it to get.
struct ShelfTrouble: Error, LawSample {
  var code: Int

  static func sample(_ random: inout LawRandom) -> ShelfTrouble { ShelfTrouble(code: .sample(&random)) }
}

/// A sum, with payloads that are sums and products in turn.
enum ShelfPage: LawSample {
  case home
  case rows([Int])
  case shelf(Shelf)
  case nested(Outcome)

  typealias Outcome = Result<[Int], ShelfTrouble>

  static func sample(_ random: inout LawRandom) -> ShelfPage {
    switch Int.sample(&random) {
    case 0: .home
    case 1: .rows(.sample(&random))
    case 2: .shelf(.sample(&random))
    default: .nested(.sample(&random))
    }
  }

  static let rowsCase = Prism<ShelfPage, [Int]>(
    tryGet: { if case .rows(let rows) = $0 { rows } else { nil } }, inject: { .rows($0) })
  static let shelfCase = Prism<ShelfPage, Shelf>(
    tryGet: { if case .shelf(let shelf) = $0 { shelf } else { nil } }, inject: { .shelf($0) })
  static let nestedCase = Prism<ShelfPage, Outcome>(
    tryGet: { if case .nested(let outcome) = $0 { outcome } else { nil } }, inject: { .nested($0) })
}

/// A product.
struct Shelf: LawSample {
  var books: [Int]
  var lent: [Int: [Int]]
  var page: Int?

  static func sample(_ random: inout LawRandom) -> Shelf {
    Shelf(books: .sample(&random), lent: .sample(&random), page: .sample(&random))
  }

  static let books = Lens<Shelf, [Int]>(get: { $0.books }, modify: { $1(&$0.books) })
  static let lent = Lens<Shelf, [Int: [Int]]>(get: { $0.lent }, set: { $0.lent = $1 })
  static let page = Lens<Shelf, Int?>(
    get: { $0.page }, set: { Shelf(books: $0.books, lent: $0.lent, page: $1) })
}

/// A product of sums and products.
struct Library: LawSample {
  var name: Int
  var shelf: Shelf
  var open: ShelfPage

  static func sample(_ random: inout LawRandom) -> Library {
    Library(name: .sample(&random), shelf: .sample(&random), open: .sample(&random))
  }

  static let shelf = keyPathLens(\Library.shelf)
  static let open = Lens<Library, ShelfPage>(get: { $0.open }, modify: { $1(&$0.open) })
}

/// A lens made in another module than the optics, as the one from a key path is.
func keyPathLens<Whole, Part>(_ path: any WritableKeyPath<Whole, Part> & Sendable) -> Lens<Whole, Part> {
  Lens(get: { $0[keyPath: path] }, modify: { $1(&$0[keyPath: path]) })
}

/// The address of an array's elements; a copy of the array has another one.
func bufferAddress(_ array: [Int]) -> UnsafeRawPointer? {
  array.withUnsafeBytes { $0.baseAddress }
}
