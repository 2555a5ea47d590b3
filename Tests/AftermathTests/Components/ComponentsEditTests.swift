import Testing

@testable import AftermathComponents

@Suite("Edits of contents")
struct ComponentsEditTests {
  /// The result of an edit of one list: the changes, the errors, and the identifiers afterwards.
  func edit(
    _ edit: ContentEdit, of items: [Item] = componentsItems("a", "b", "c")
  ) throws -> (changes: [String], errors: [ComponentError], items: [String]) {
    let old = [Component(identifier: "list", items: items)]
    var contents = Contents(old)
    let (changes, errors) = contents.apply(edit)
    let new = contents.components
    var followed = old
    for change in changes { try followed.apply(change) }
    #expect(followed == new, "the changes of \(edit) lead to the new contents")
    return (changes.map(\.description), errors, new.first?.items.map(\.identifier) ?? [])
  }

  @Test("an application's own values are items, one by one and as an array")
  func ownItems() {
    struct Note: ItemList {
      let text: String
      var items: [Item] { text.isEmpty ? [] : [Item(identifier: text)] }
    }
    #expect([Note(text: "a"), Note(text: ""), Note(text: "b")].items.map(\.identifier) == ["a", "b"])
    #expect(componentsItems("x", "y").items.map(\.identifier) == ["x", "y"])
  }

  @Test("items come in behind, before, and at an index, each as one insertion")
  func insertion() throws {
    let new = componentsItems("x", "y")
    #expect(try edit(.insert(Insertion(new), in: 0)).items == ["a", "b", "c", "x", "y"])
    #expect(try edit(.insert(Insertion(new, at: .prepend), in: 0)).items == ["x", "y", "a", "b", "c"])
    let result = try edit(.insert(Insertion(new, at: .index(1)), in: 0))
    #expect(result.items == ["a", "x", "y", "b", "c"])
    #expect(result.changes == ["insert x at 1 in list", "insert y at 2 in list"])
    #expect(try edit(.insert(Insertion(new, at: .index(3)), in: 0)).items == ["a", "b", "c", "x", "y"])
  }

  @Test(
    "an index that the component does not have is a typed error, and changes nothing", arguments: [-1, 4])
  func insertionOutOfRange(_ index: Int) throws {
    let result = try edit(.insert(Insertion(componentsItems("x"), at: .index(index)), in: 0))
    #expect(result.changes.isEmpty && result.items == ["a", "b", "c"])
    #expect(result.errors == [.noPlace(index: index, count: 3, component: "list")])
  }

  @Test("an edit of a component that is not there is a typed error", arguments: [-1, 1])
  func noComponent(_ index: Int) throws {
    let edits: [ContentEdit] = [
      .reloadItems([], in: index), .insert(Insertion([]), in: index), .update([], in: index),
      .delete([], in: index), .page([], in: index),
    ]
    for one in edits {
      let result = try edit(one)
      #expect(result.errors == [.noComponent(index: index, count: 1)])
      #expect(result.changes.isEmpty && result.items == ["a", "b", "c"])
    }
  }

  @Test("an update changes the items that are there, and names the one that is not")
  func update() throws {
    let result = try edit(
      .update([Item(identifier: "b", title: "new"), Item(identifier: "z"), componentsItems("c")[0]], in: 0))
    #expect(result.changes == ["update b at 1 in list"])
    #expect(result.errors == [.unknownItem(identifier: "z", component: "list")])
  }

  @Test("items are deleted from the back, and one that is not there is named")
  func deletion() throws {
    let result = try edit(.delete(["a", "z", "c"], in: 0))
    #expect(result.changes == ["delete c at 2 in list", "delete a at 0 in list"])
    #expect(result.items == ["b"])
    #expect(result.errors == [.unknownItem(identifier: "z", component: "list")])
    #expect(try edit(.delete(["b"], in: 0)).items == ["a", "c"])
    #expect(try edit(.delete([], in: 0)).changes.isEmpty)
  }

  @Test("a page updates what is there and appends what is not")
  func page() throws {
    let result = try edit(.page([Item(identifier: "c", title: "new"), Item(identifier: "d")], in: 0))
    #expect(result.items == ["a", "b", "c", "d"])
    #expect(result.changes == ["insert d at 3 in list", "update c at 2 in list"])
    #expect(result.errors.isEmpty)
  }

  @Test("a reload with the same items changes nothing")
  func sameReload() throws {
    #expect(try edit(.reloadItems(componentsItems("a", "b", "c"), in: 0)).changes.isEmpty)
    #expect(
      try edit(.reload([Component(identifier: "list", items: componentsItems("a", "b", "c"))])).changes
        .isEmpty)
  }

  @Test("of two items with one identifier the first stays, whatever brings them in")
  func duplicateItems() throws {
    let twice = [Item(identifier: "x", title: "1"), Item(identifier: "x", title: "2")]
    let error = ComponentError.duplicateItem(identifier: "x", list: "list")
    for one: ContentEdit in [
      .reloadItems(twice, in: 0), .insert(Insertion(twice), in: 0), .page(twice, in: 0),
      .reload([Component(identifier: "list", items: twice)]),
    ] {
      let result = try edit(one)
      #expect(result.errors == [error])
      #expect(result.items.count { $0 == "x" } == 1)
    }
    let there = try edit(.insert(Insertion(componentsItems("b", "x")), in: 0))
    #expect(there.items == ["a", "b", "c", "x"])
    #expect(there.errors == [.duplicateItem(identifier: "b", list: "list")])
    #expect(try edit(.update([twice[0], twice[1]], in: 0), of: [Item(identifier: "x")]).errors == [error])
  }

  @Test("of two children with one identifier the first stays, at every depth")
  func duplicateChildren() throws {
    let twins = [Item(identifier: "x", title: "first"), Item(identifier: "x", title: "second")]
    let inner = Item(identifier: "inner", children: twins)
    let item = Item(identifier: "a", children: [inner])
    let error = ComponentError.duplicateItem(identifier: "x", list: "inner")
    for one: ContentEdit in [
      .update([item], in: 0), .reloadItems([item], in: 0), .page([item], in: 0),
      .reload([Component(identifier: "list", items: [item])]),
    ] {
      var contents = Contents([Component(identifier: "list", items: componentsItems("a"))])
      let (_, errors) = contents.apply(one)
      #expect(errors == [error])
      #expect(contents.components[0].items[0].children[0].children.map(\.title) == ["first"])
    }
  }

  @Test("of two components with one identifier the first stays")
  func duplicateComponents() {
    var contents = Contents([])
    let two = [Component(identifier: "c", title: "1"), Component(identifier: "c", title: "2")]
    let (_, errors) = contents.apply(.reload(two))
    #expect(errors == [.duplicateComponent(identifier: "c")])
    #expect(contents.components == [two[0]])
  }

  @Test("random edits keep identifiers unique, and their changes lead to the contents they made")
  func law() throws {
    for seed in 0..<600 as Range<UInt64> {
      var random = SeededRandom(seed)
      var contents = Contents([Component(identifier: "0"), Component(identifier: "1")])
      var followed = contents.components
      for _ in 0..<20 {
        let items = (0..<random.below(5)).map { _ in
          Item(identifier: "\(random.below(9))", title: "\(random.below(2))")
        }
        let index = random.below(3)
        let place: Insertion.Place = [.append, .prepend, .index(random.below(6))][random.below(3)]
        let edits: [ContentEdit] = [
          .reload([Component(identifier: "0", items: items), contents.components[1]]),
          .reloadItems(items, in: index),
          .insert(Insertion(items, at: place), in: index), .update(items, in: index),
          .delete(items.map(\.identifier), in: index), .page(items, in: index),
        ]
        for change in contents.apply(edits[random.below(edits.count)]).changes { try followed.apply(change) }
        #expect(followed == contents.components, "seed \(seed)")
        for component in contents.components {
          #expect(Set(component.items.map(\.identifier)).count == component.items.count, "seed \(seed)")
        }
      }
    }
  }
}
