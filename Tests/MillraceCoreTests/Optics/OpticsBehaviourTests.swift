import MillraceOptics
import TestResources
import Testing

@Suite("What optics do to a whole")
struct OpticsBehaviourTests {
  private let books = [1, 2, 3]

  private func library(open: ShelfPage = .home) -> Library {
    Library(name: 0, shelf: Shelf(books: books, lent: [7: [1, 2]], page: nil), open: open)
  }

  @Test("Modifying through composed lenses leaves a uniquely held array where it is")
  func lensInPlace() {
    var library = library()
    library.shelf.books.append(4)
    let before = bufferAddress(library.shelf.books)
    let lens = Lens.id >>> Library.shelf >>> Shelf.books
    lens.modify(&library) { $0[0] = 9 }
    #expect(bufferAddress(library.shelf.books) == before)
    let count = lens.modify(&library) { books in
      books[1] = 8
      return books.count
    }
    #expect(count == 4)
    #expect(library.shelf.books == [9, 8, 3, 4])
    #expect(bufferAddress(library.shelf.books) == before)
  }

  @Test("Modifying the payload of a case leaves a uniquely held array where it is")
  func prismInPlace() {
    var page = ShelfPage.nested(.success(Array(0..<100)))
    let prism: Prism<ShelfPage, [Int]> = ShelfPage.nestedCase >>> .success()
    let before = prism.tryGet(page).flatMap(bufferAddress)
    prism.modify(&page) { $0[0] = 9 }
    #expect(prism.tryGet(page)?[0] == 9)
    #expect(prism.tryGet(page).flatMap(bufferAddress) == before)
  }

  @Test("Modifying through a mix of optics leaves a uniquely held array where it is")
  func affineInPlace() {
    var box: Library? = library(open: .shelf(Shelf(books: [], lent: [1: Array(0..<100)], page: nil)))
    let lent = Lens<Shelf, [Int: [Int]]>(get: { $0.lent }, modify: { $1(&$0.lent) })
    let row = Prism.some >>> Library.open >>> ShelfPage.shelfCase >>> lent >>> .value(forKey: 1)
    let before = row.tryGet(box).flatMap(bufferAddress)
    row.modify(&box) { $0[5] = 55 }
    #expect(row.tryGet(box).flatMap(bufferAddress) == before)
    (row >>> .element(at: 6)).set(&box, 66)
    #expect(row.tryGet(box)?[4..<8] == [4, 55, 66, 7])
    #expect(row.tryGet(box).flatMap(bufferAddress) == before)
  }

  @Test("Modifying one of two copies leaves the other as it was")
  func copies() {
    let original = library(open: .rows([1, 2]))
    var copy = original
    (Library.shelf >>> Shelf.books).modify(&copy) { $0.append(4) }
    (Library.open >>> ShelfPage.rowsCase).modify(&copy) { $0.append(3) }
    #expect(original == library(open: .rows([1, 2])))
    #expect(copy.shelf.books == [1, 2, 3, 4])
    #expect(copy.open == .rows([1, 2, 3]))
  }

  @Test("Where there is no part, the body does not run and the answer says so")
  func absent() {
    var library = library()
    let rows = Library.open >>> ShelfPage.rowsCase
    var ran = false
    #expect(!rows.modify(&library) { _ in ran = true })
    #expect(rows.modify(&library) { $0.count } == nil)
    #expect(!ShelfPage.rowsCase.modify(&library.open) { _ in ran = true })
    #expect(!ran)
    #expect(library == self.library())
  }

  @Test("A dictionary value is present only under a key that exists, and an element only inside the bounds")
  func presence() {
    var lent = [1: [10]]
    #expect(!AffineTraversal.value(forKey: 2).set(&lent, [20]))
    #expect(AffineTraversal.value(forKey: 1).set(&lent, [11]))
    #expect(lent == [1: [11]])

    var rows = [5, 6][...]
    rows.removeFirst()
    #expect(AffineTraversal.element(at: -1).tryGet(rows) == nil)
    #expect(AffineTraversal.element(at: 0).tryGet(rows) == nil)
    #expect(AffineTraversal.element(at: 1).tryGet(rows) == 6)
    #expect(!AffineTraversal.element(at: 2).set(&rows, 7))
    #expect(!AffineTraversal.element(at: 0).set(&rows, 7))
    #expect(rows == [6])
  }

  @Test("The prism to only one value finds that value and makes it")
  func only() {
    let home = Prism<ShelfPage, Void>.only(.home)
    #expect(home.tryGet(.home) != nil)
    #expect(home.tryGet(.rows([])) == nil)
    #expect(home.inject(()) == .home)
  }

  @Test("An error thrown in a body comes out with its type, and what was changed before stays")
  func throwing() {
    var library = library(open: .rows([1]))
    func fail(_ rows: inout [Int]) throws(ShelfTrouble) -> Int {
      rows.append(0)
      throw ShelfTrouble(code: rows.count)
    }
    #expect(throws: ShelfTrouble(code: 4)) { try (Library.shelf >>> Shelf.books).modify(&library, fail) }
    #expect(throws: ShelfTrouble(code: 2)) {
      try (Library.open >>> ShelfPage.rowsCase).modify(&library, fail)
    }
    #expect(throws: ShelfTrouble(code: 3)) { try ShelfPage.rowsCase.modify(&library.open, fail) }
    #expect(library.shelf.books == [1, 2, 3, 0])
    #expect(library.open == .rows([1, 0, 0]))
  }

  @Test("Composition binds tighter than the operators around it")
  func binding() {
    let none: AffineTraversal<Shelf?, Int>? = nil
    let page = none ?? Prism.some >>> Shelf.page >>> .some
    #expect(page.tryGet(Shelf(books: [], lent: [:], page: 4)) == 4)
  }

  @Test(
    "A lens made of a closure that forgets its body stops with the reason when a result is wanted",
    .realProcess)
  func forgottenBody() async {
    await #expect(processExitsWith: .failure) {
      var number = 1
      let forgetful = Lens<Int, Int>(get: { $0 }, modify: { _, _ in })
      _ = forgetful.modify(&number) { $0 + 1 }
    }
  }
}
