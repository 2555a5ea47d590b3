import MillraceCore
import Testing

/// The stays of parts, and their ends.
@Suite struct PartTreeTests {
  @Test("A part has one stay until that ends, and then another")
  func stays() {
    var tree = PartTree<String>()
    let page = tree.begin("page", in: .whole)
    #expect(tree.begin("page", in: .whole) == page)
    #expect(tree.contains(page) && tree.contains(.whole))
    var ended: [PartStay] = []
    tree.end(page, into: &ended)
    tree.end(page, into: &ended)
    #expect(ended == [page])
    #expect(!tree.contains(page))
    #expect(tree.begin("page", in: .whole) != page)
  }

  @Test("The parts in a part end before it, and what is beside it stays")
  func nested() {
    var tree = PartTree<String>()
    let page = tree.begin("page", in: .whole)
    let other = tree.begin("other", in: .whole)
    let detail = tree.begin("detail", in: page)
    let zoom = tree.begin("zoom", in: detail)
    let tools = tree.begin("tools", in: page)
    #expect(tree.path(of: zoom) == ["page", "detail", "zoom"])
    #expect(
      tree.isAtOrInside(zoom, page) && tree.isAtOrInside(zoom, .whole) && !tree.isAtOrInside(page, zoom))
    #expect(tree.inner(of: page) == [detail, tools])
    var ended: [PartStay] = []
    tree.end(page, into: &ended)
    #expect(ended == [zoom, detail, tools, page])
    #expect(tree.count == 1 && tree.contains(other))
  }

  @Test("Parts of one name in two parts are two")
  func siblings() {
    var tree = PartTree<String>()
    let left = tree.begin("left", in: .whole)
    let right = tree.begin("right", in: .whole)
    #expect(tree.begin("x", in: left) != tree.begin("x", in: right))
    #expect(tree.begin("x", in: left) != tree.begin("x", in: .whole))
  }
}
