import Flask
import Testing

@MainActor
@Suite("What a reactor sees of boxes, lists and optionals")
struct MixingBoxTests {
  private let bench = MixingBench()

  /// Asks for keys in each reaction to the mixes, and gives what was called for each.
  private func changes(
    of keys: [String], _ mixes: (Substance<MixingState>) -> Void...
  ) -> [[String]] {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { diary, reaction in
      for key in keys { reaction.on(key) { diary.lines.append($0.key()) } }
    }
    return mixes.map { mix in
      withoutActuallyEscaping(mix) { mix in
        reactor.mix(app) { mix($0) }.andReact()
      }
      return bench.lines()
    }
  }

  @Test("an entry of a dictionary box is a key with dots, and its containers change with it")
  func entries() {
    let keys = ["map", "map.nest", "map.nest.a", "map.nest.b", "map.foo"]
    let changes = changes(
      of: keys,
      { $0.prop.map = FlaskDictRef(["foo": 1, "nest": ["a": "x", "b": "y"]]) },
      { $0.prop.map = FlaskDictRef(["foo": 1, "nest": ["a": "z", "b": "y"]]) },
      { $0.prop.map = FlaskDictRef(["foo": 1, "nest": ["a": "z", "b": "y"]]) },
      { $0.prop.map = FlaskDictRef(["foo": 2, "nest": ["a": "z", "b": "y"]]) })
    #expect(changes == [keys, ["map", "map.nest", "map.nest.a"], [], ["map", "map.foo"]])
    #expect(bench.errors == [])
  }

  @Test("an entry that vanishes has the new value nil, and an entry that is null is as one that is absent")
  func vanishing() {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { diary, reaction in
      reaction.on("map.foo") { change in
        let (old, new): (Int?, Int?) = (change.oldValue(), change.newValue())
        diary.lines.append("\(old.map { "\($0)" } ?? "nil") \(new.map { "\($0)" } ?? "nil")")
      }
    }
    for map in [
      FlaskDictRef(["foo": 1]), FlaskDictRef(["foo": nil]), FlaskDictRef(), FlaskDictRef(["foo": 2]),
    ] {
      reactor.mix(app) { $0.prop.map = map }.andReact()
    }
    #expect(bench.lines() == ["nil 1", "1 nil", "nil 2"])
  }

  @Test("an object in a reference box changes with its identity")
  func identity() {
    let image = MixingImage()
    let changes = changes(
      of: ["image"], { $0.prop.image = FlaskRef(image) }, { $0.prop.image = FlaskRef(image) },
      { $0.prop.image = FlaskRef(MixingImage()) }, { $0.prop.image = FlaskRef() },
      { $0.prop.image = FlaskRef() })
    #expect(changes == [["image"], [], ["image"], ["image"], []])
  }

  @Test("an element of an array is a key by its index")
  func elements() {
    let changes = changes(
      of: ["list", "list.0.name", "list.1", "list.1.name"],
      { $0.prop.list = [.init(name: "a"), .init(name: "b")] }, { $0.prop.list[1].name = "c" },
      { $0.prop.list.removeLast() }, { $0.prop.list = $0.prop.list })
    #expect(
      changes == [
        ["list", "list.0.name", "list.1", "list.1.name"], ["list", "list.1", "list.1.name"],
        ["list", "list.1", "list.1.name"], [],
      ])
    #expect(bench.errors == [])
  }

  @Test("a value of a dictionary is a key by its name")
  func values() {
    let changes = changes(
      of: ["byName", "byName.ada", "byName.bob.name"],
      { $0.prop.byName["ada"] = .init(name: "Ada") }, { $0.prop.byName["bob"] = .init(name: "Bob") },
      { $0.prop.byName["ada"]?.name = "Ada" }, { $0.prop.byName["bob"] = nil })
    #expect(
      changes == [
        ["byName", "byName.ada"], ["byName", "byName.bob.name"], [], ["byName", "byName.bob.name"],
      ])
  }

  @Test("what is in an optional is a key without a word for it, and a path with a question mark")
  func optionals() {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { diary, reaction in
      reaction.on("chosen.name") { diary.lines.append("name \($0.newValue() ?? "nil")") }
      reaction.at(app)?.on(\.chosen?.name) {
        diary.lines.append("path \($0.key()) \($0.newValue() ?? "nil")")
      }
    }
    for name in ["a", nil, nil, "b"] {
      reactor.mix(app) { $0.prop.chosen = name.map { MixingState.Item(name: $0) } }.andReact()
    }
    #expect(
      bench.lines() == [
        "name a", "path chosen.name a", "name nil", "path chosen.name nil", "name b", "path chosen.name b",
      ])
    #expect(bench.errors == [])
  }

  @Test("boxes that a transaction changed and took back have not changed")
  func takenBack() {
    let changes = changes(
      of: ["map", "list", "chosen"],
      {
        $0.prop.map = FlaskDictRef(["a": 1])
        $0.prop.map = FlaskDictRef()
        $0.prop.list.append(.init())
        $0.prop.list.removeLast()
        $0.prop.chosen = .init()
        $0.prop.chosen = nil
      })
    #expect(changes == [[]])
  }
}
