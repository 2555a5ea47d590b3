import Testing

@testable import Flask

/// The law of keys: a probe says what a comparison by hand says, and reads what one reads by hand.
struct KeyLawTests {
  private static func item(_ random: inout SeededRandom) -> KeysItem {
    KeysItem(
      name: ["", "a", "b"].randomElement(using: &random) ?? "",
      tags: Bool.random(using: &random) ? [] : ["t\(Int.random(in: 0...1, using: &random))"])
  }

  private static func mutate(_ state: inout KeysState, _ random: inout SeededRandom) {
    let small = Int.random(in: 0...2, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0: state.counter = small
    case 1: state.text = "\(small)"
    case 2: state.ratio = [0, 1, .nan][small]
    case 3: state.info.nest.foo = small
    case 4: state.info.nest.bar = small == 0 ? nil : "\(small)"
    case 5: state.info.nest._cache += 1
    case 6: state.perhaps = small == 0 ? nil : item(&random)
    case 7: state.list.append(item(&random))
    case 8: if !state.list.isEmpty { state.list.removeFirst() }
    case 9: state.byName[["a", "b", "a.name"][small]] = Bool.random(using: &random) ? nil : item(&random)
    case 10: state.byNumber[small] = Bool.random(using: &random) ? nil : KeysNest(foo: small)
    case 11: state.byColour[KeysColour.allCases[small]] = Int.random(in: 0...1, using: &random)
    case 12: state.map = FlaskDictRef(["a": small == 0 ? nil : ["b": .int(small)], "c": .bool(small == 1)])
    case 13: state.numbers = [[], [.nan], [1]][small]
    case 14: state.byNumber[small]?._cache += 1
    default: state.plain.right = small
    }
  }

  /// The keys read by hand, so that they can be compared: no internal fields, nil as nil, NaN as itself.
  private static let byHand: [(key: String, read: @Sendable (KeysState) -> [String]?)] = [
    ("counter", { ["\($0.counter)"] }),
    ("text", { [$0.text] }),
    ("ratio", { ["\($0.ratio)"] }),
    ("info.nest", { ["\($0.info.nest.foo)", $0.info.nest.bar ?? "nil"] }),
    ("info", { ["\($0.info.nest.foo)", $0.info.nest.bar ?? "nil"] }),
    ("info.nest.foo", { ["\($0.info.nest.foo)"] }),
    ("info.nest.bar", { $0.info.nest.bar.map { [$0] } }),
    ("perhaps", { $0.perhaps.map { [$0.name] + $0.tags } }),
    ("perhaps.name", { $0.perhaps.map { [$0.name] } }),
    ("perhaps.tags.0", { $0.perhaps?.tags.first.map { [$0] } }),
    ("list", { $0.list.flatMap { [$0.name] + $0.tags + ["|"] } }),
    ("list.1", { $0.list.count > 1 ? [$0.list[1].name] + $0.list[1].tags : nil }),
    ("list.0.name", { $0.list.first.map { [$0.name] } }),
    ("byName.a", { $0.byName["a"].map { [$0.name] + $0.tags } }),
    (
      "byName.a.name",
      { state in
        state.byName["a.name"].map { ["item", $0.name] + $0.tags }
          ?? state.byName["a"].map { ["name", $0.name] }
      }
    ),
    ("byNumber", { state in state.byNumber.keys.sorted().map { "\($0) \(state.byNumber[$0]?.foo ?? 0)" } }),
    ("byNumber.1.foo", { $0.byNumber[1].map { ["\($0.foo)"] } }),
    ("byColour.green", { $0.byColour[.green].map { ["\($0)"] } }),
    ("map.a.b", { $0.map["a.b"]?.int.map { ["\($0)"] } }),
    ("map.c", { $0.map["c"]?.bool.map { ["\($0)"] } }),
    ("numbers", { $0.numbers.map { "\($0)" } }),
    ("numbers.0", { $0.numbers.first.map { ["\($0)"] } }),
    ("plain", { ["\($0.plain.left)", "\($0.plain.right)"] }),
  ]

  @Test("Under thousands of random changes every probe says and reads what is said and read by hand")
  func law() throws {
    let catalog = KeyCatalog<KeysState>()
    var changed = 0
    for seed in UInt64(1)...12 {
      var random = SeededRandom(seed)
      var old = KeysState()
      for step in 0..<250 {
        var new = old
        for _ in 0...Int.random(in: 0...2, using: &random) { Self.mutate(&new, &random) }
        for (key, read) in Self.byHand {
          let probe = try catalog.probe(named: key)
          let isSame = withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { probe.isSame(old, $0) }
          }
          if !isSame { changed += 1 }
          #expect(isSame == (read(old) == read(new)), "seed \(seed), step \(step), \(key)")
          let value = withUnsafePointer(to: new) { probe.value($0) }
          #expect((value == nil) == (read(new) == nil), "seed \(seed), step \(step), \(key)")
          switch value {
          case let value as String: #expect(read(new)?.last == value, "seed \(seed), step \(step), \(key)")
          case let value as any Numeric:
            #expect(read(new) == ["\(value)"], "seed \(seed), step \(step), \(key)")
          case let value as KeysItem:
            #expect(
              read(new)?.suffix(1 + value.tags.count) == ([value.name] + value.tags)[...],
              "seed \(seed), step \(step), \(key)")
          default: break
          }
        }
        old = new
      }
    }
    #expect(changed > 3000)
  }
}
