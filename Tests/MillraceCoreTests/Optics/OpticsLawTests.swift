import MillraceOptics
import Testing

@Suite("The laws of optics")
struct OpticsLawTests {
  @Test("A lens is lawful, whichever way it was made", arguments: LawRandom.seeds)
  func lenses(seed: UInt64) {
    var laws = OpticsLaws(seed: seed)
    laws.lens("get and modify", Shelf.books)
    laws.lens("get and set in place", Shelf.lent)
    laws.lens("get and set to a new whole", Shelf.page)
    laws.lens("key path", Library.shelf)
    laws.lens("identity", Lens<Shelf, Shelf>.id)
  }

  @Test("A prism is lawful, and so are those of the library", arguments: LawRandom.seeds)
  func prisms(seed: UInt64) {
    var laws = OpticsLaws(seed: seed)
    laws.prism("case", ShelfPage.rowsCase)
    laws.prism("some", Prism<Int?, Int>.some)
    laws.prism("success", Prism<ShelfPage.Outcome, [Int]>.success())
    laws.prism("failure", Prism<ShelfPage.Outcome, ShelfTrouble>.failure())
    laws.prism("identity", Prism<ShelfPage, ShelfPage>.id)
  }

  @Test("An affine traversal is lawful, whichever way it was made", arguments: LawRandom.seeds)
  func affineTraversals(seed: UInt64) {
    var laws = OpticsLaws(seed: seed)
    laws.affine("element", AffineTraversal<[Int], Int>.element(at: 1))
    laws.affine("element of a slice", AffineTraversal<ArraySlice<Int>, Int>.element(at: 2))
    laws.affine("value", AffineTraversal<[Int: [Int]], [Int]>.value(forKey: 1))
    laws.affine("identity", AffineTraversal<Shelf, Shelf>.id)
    laws.affine(
      "get and modify",
      AffineTraversal<[Int], Int>(
        tryGet: { $0.last },
        modify: { whole, body in
          guard let last = whole.indices.last else { return false }
          body(&whole[last])
          return true
        }))
    laws.affine(
      "get and set in place",
      AffineTraversal<[Int], Int>(tryGet: { $0.first }, set: { $0[0] = $1 }))
    laws.affine(
      "get and set to a new whole",
      AffineTraversal<[Int], Int>(tryGet: { $0.first }, set: { [$1] + $0.dropFirst() }))
  }

  @Test("Every combination of two optics is lawful, by operator and by method", arguments: LawRandom.seeds)
  func combinations(seed: UInt64) {
    let openRows = AffineTraversal<Library, [Int]>(prism: ShelfPage.rowsCase, in: Library.open)
    let shelfPage = AffineTraversal<ShelfPage, Shelf>(prism: ShelfPage.shelfCase)
    let firstBook = AffineTraversal<[Int], Int>.element(at: 0)
    var laws = OpticsLaws(seed: seed)

    let lensLens: Lens<Library, [Int]> = Library.shelf >>> Shelf.books
    laws.lens("lens, lens", lensLens)
    laws.same(lensLens, Library.shelf.appending(Shelf.books))
    let prismPrism: Prism<ShelfPage, [Int]> = ShelfPage.nestedCase >>> .success()
    laws.prism("prism, prism", prismPrism)
    laws.same(prismPrism, ShelfPage.nestedCase.appending(.success()))

    let lensPrism = Library.open >>> ShelfPage.rowsCase
    laws.affine("lens, prism", lensPrism)
    laws.same(lensPrism, Library.open.appending(ShelfPage.rowsCase))
    laws.same(lensPrism, openRows)
    let lensAffine = Shelf.books >>> firstBook
    laws.affine("lens, affine", lensAffine)
    laws.same(lensAffine, Shelf.books.appending(firstBook))
    let prismLens = ShelfPage.shelfCase >>> Shelf.books
    laws.affine("prism, lens", prismLens)
    laws.same(prismLens, ShelfPage.shelfCase.appending(Shelf.books))
    let prismAffine = ShelfPage.rowsCase >>> firstBook
    laws.affine("prism, affine", prismAffine)
    laws.same(prismAffine, ShelfPage.rowsCase.appending(firstBook))
    let affineLens = shelfPage >>> Shelf.lent
    laws.affine("affine, lens", affineLens)
    laws.same(affineLens, shelfPage.appending(Shelf.lent))
    let affinePrism = shelfPage >>> Shelf.page >>> .some
    laws.affine("affine, prism", affinePrism)
    laws.same(affinePrism, shelfPage.appending(Shelf.page).appending(.some))
    let affineAffine = openRows >>> firstBook
    laws.affine("affine, affine", affineAffine)
    laws.same(affineAffine, openRows.appending(firstBook))
  }

  @Test("How a composition is bracketed makes no difference", arguments: LawRandom.seeds)
  func associativity(seed: UInt64) {
    var laws = OpticsLaws(seed: seed)
    laws.same(
      (keyPathLens(\LibraryBox.library) >>> Library.shelf) >>> Shelf.books,
      keyPathLens(\LibraryBox.library) >>> (Library.shelf >>> Shelf.books))
    laws.same(
      (Prism<ShelfPage?, ShelfPage>.some >>> ShelfPage.nestedCase)
        >>> Prism<ShelfPage.Outcome, ShelfTrouble>.failure(),
      Prism<ShelfPage?, ShelfPage>.some
        >>> (ShelfPage.nestedCase >>> Prism<ShelfPage.Outcome, ShelfTrouble>.failure()))
    laws.same(
      (Library.open >>> ShelfPage.shelfCase) >>> Shelf.lent,
      Library.open >>> (ShelfPage.shelfCase >>> Shelf.lent))
    laws.same(
      (ShelfPage.shelfCase >>> Shelf.page) >>> .some,
      ShelfPage.shelfCase >>> (Shelf.page >>> .some))
    let value = AffineTraversal<[Int: [Int]], [Int]>.value(forKey: 2)
    let element = AffineTraversal<[Int], Int>.element(at: 0)
    laws.same((Shelf.lent >>> value) >>> element, Shelf.lent >>> (value >>> element))
  }

  @Test("Composing with an identity changes nothing, on either side", arguments: LawRandom.seeds)
  func identity(seed: UInt64) {
    var laws = OpticsLaws(seed: seed)
    laws.same(.id >>> Shelf.books, Shelf.books)
    laws.same(Shelf.books >>> .id, Shelf.books)
    laws.same(.id >>> ShelfPage.rowsCase, ShelfPage.rowsCase)
    laws.same(ShelfPage.rowsCase >>> .id, ShelfPage.rowsCase)
    let affine = Library.open >>> ShelfPage.rowsCase
    laws.same(AffineTraversal.id >>> affine, affine)
    laws.same(affine >>> AffineTraversal.id, affine)
  }
}

struct LibraryBox: LawSample {
  var library: Library

  static func sample(_ random: inout LawRandom) -> LibraryBox { LibraryBox(library: .sample(&random)) }
}

extension ArraySlice: LawSample where Element: LawSample {
  static func sample(_ random: inout LawRandom) -> ArraySlice<Element> {
    [Element].sample(&random).dropFirst()
  }
}

extension AffineTraversal {
  /// The composition of a lens and a prism, written out by hand.
  fileprivate init<Middle>(prism: Prism<Middle, Part>, in lens: Lens<Whole, Middle>) {
    self.init(
      tryGet: { prism.tryGet(lens.get($0)) },
      set: { whole, part in lens.setting(whole, to: prism.inject(part)) })
  }
}
