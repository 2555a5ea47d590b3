import Foundation
import Harvest
import MillraceDifference
import MillraceForms
import TestResources
import Testing

@testable import MillraceTesting

/// The small values that the explorer is made of.
@Suite struct ExplorerValueTests {
  // MARK: Schedule

  @Test("a schedule's text reads as the same schedule")
  func scheduleRoundTrip() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let schedule = Schedule(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          switch Int.random(in: 0..<3, using: &random) {
          case 0: .time
          case 1: .fiber(Int.random(in: 1...30, using: &random))
          default: .answer(Int.random(in: 0...9, using: &random))
          }
        })
      #expect(Schedule("\(schedule)") == schedule, "\(schedule)")
    }
    let text = "3.t.a1.12"
    let schedule = try #require(Schedule(text))
    #expect(schedule.count == 3)
    let nothing = ""
    let empty = try #require(Schedule(nothing))
    #expect(empty.count == 0)
  }

  @Test(
    "what is no schedule is not read as one",
    arguments: [
      ".", "1.", ".1", "1..2", "x", "0", "-1", "a", "a-1", "b1", "1 .2", "t1", "99999999999999999999",
    ])
  func malformed(_ text: String) {
    #expect(Schedule(text) == nil)
  }

  // MARK: Footprint

  private func footprint(_ random: inout SeededGenerator) -> Footprint {
    var footprint = Footprint()
    for _ in 0..<Int.random(in: 0...3, using: &random) { footprint.read(.random(in: 0..<5, using: &random)) }
    for _ in 0..<Int.random(in: 0...2, using: &random) { footprint.write(.random(in: 0..<5, using: &random)) }
    return footprint
  }

  @Test("footprints conflict as sets of reads and writes say, in both directions, and through unions")
  func footprints() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      let (a, b, c) = (footprint(&random), footprint(&random), footprint(&random))
      let (reads, writes) = (Set(a.reads), Set(a.writes))
      let expected =
        !writes.isDisjoint(with: b.writes) || !writes.isDisjoint(with: b.reads)
        || !reads.isDisjoint(with: b.writes)
      #expect(a.conflicts(with: b) == expected)
      #expect(b.conflicts(with: a) == expected)
      var union = a
      union.formUnion(b)
      #expect(union.conflicts(with: c) == (a.conflicts(with: c) || b.conflicts(with: c)))
      #expect(a.reads.count == reads.count && a.writes.count == writes.count)
    }
  }

  // MARK: StepSet

  @Test("a set of steps holds what was put into it, on both sides of a word's end")
  func stepSets() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<100 {
      var sets = [StepSet(), StepSet()]
      var models: [Set<Int>] = [[], []]
      for _ in 0..<20 {
        let which = Int.random(in: 0...1, using: &random)
        let step = Int.random(in: 0..<200, using: &random)
        sets[which].insert(step)
        models[which].insert(step)
      }
      sets[0].formUnion(sets[1])
      models[0].formUnion(models[1])
      for step in 0..<260 { #expect(sets[0].contains(step) == models[0].contains(step)) }
    }
  }

  // MARK: StateHash

  private struct Plain {
    var number = 1
    var text = "a"
    var list: [Int] = []
    var maybe: Int?
  }

  private enum Mode {
    case off
    case on
    case level(Int)
    case named(name: String, Plain)
  }

  private final class Box {
    var value = 0
  }

  private struct Holder {
    var mode = Mode.off
    var box: Box?
    var action: (() -> Void)?
  }

  private func hash(_ value: Any) -> (value: UInt64, isFaithful: Bool) {
    var hash = StateHash()
    hash.combine(value)
    return (hash.finalize(), hash.isFaithful)
  }

  @Test("values that are not Hashable are distinguished by all their parts")
  func hashesParts() {
    let values: [Any] = [
      Plain(), Plain(number: 2), Plain(text: "b"), Plain(list: [1]), Plain(list: [1, 2]), Plain(maybe: 0),
      Plain(maybe: 1), Mode.off, Mode.on, Mode.level(0), Mode.level(1), Mode.named(name: "", Plain()),
      Mode.named(name: "", Plain(number: 3)), [Plain()], [Plain(), Plain()], ["a": Plain()], (1, Plain()),
    ]
    let hashes = values.map(hash)
    #expect(!hashes.contains { !$0.isFaithful })
    #expect(Set(hashes.map(\.value)).count == values.count)
    for (value, hashed) in zip(values, hashes) { #expect(hash(value).value == hashed.value) }
  }

  @Test("lists whose parts lie differently are distinguished")
  func hashesShape() {
    #expect(hash([[Plain()], []]).value != hash([[], [Plain()]]).value)
    #expect(hash([Mode.level(1), .off]).value != hash([Mode.off, .level(1)]).value)
  }

  private enum Power: Hashable, Sendable { case off, on }

  private struct Secret: Sendable {
    @Redacted var text = "a"
    var lines = ["a", "b"]
  }

  @Test("values of the library that show themselves in their own way are distinguished")
  func hashesOwnMirrors() throws {
    let chart = try Statechart<Bool, StatechartConfiguration<Power>, Void, BasicEffectQueue, Never> {
      substate(.off, initial: true) { onInput(true, to: .on) }
      substate(.on) { onDelay(.seconds(1), false) }
    }
    let on = { chart.react(to: true, in: chart.initialState, at: Timestamp(sinceEpoch: .seconds($0)))?.state }
    let declared = { FieldChange(\Secret.text, $0) }
    let values: [Any] = [on(1) as Any, on(2) as Any, Secret(), Secret(text: "b")]
    let hashes = values.map(hash)
    #expect(!hashes.contains { !$0.isFaithful })
    #expect(Set(hashes.map(\.value)).count == values.count)
    // A key path may hold values that nothing shows.
    #expect(!hash(declared("a")).isFaithful && !hash(FieldChange(\Secret.lines[0], "a")).isFaithful)
  }

  private enum Described: CustomStringConvertible {
    case one, two
    case other(Int)
    var description: String { "always the same" }
  }

  private struct First: Hashable { var value = 1 }
  private struct Second: Hashable { var value = 1 }

  @Test("values are distinguished that their types call equal, describe alike, or hash alike")
  func hashesAll() throws {
    func long(_ last: UInt8) -> Data { Data(repeating: 0, count: 200) + [last] }
    let base = try #require(URL(string: "http://a.b/c/"))
    let pairs: [(Any, Any)] = [
      (long(1), long(2)), (Described.one, Described.two), (Described.other(1), Described.other(2)),
      (Described.one, Described.other(1)), ("\u{e9}", "e\u{301}"),
      (Character("\u{e9}"), Character("e\u{301}")),
      (["\u{e9}": 1], ["e\u{301}": 1]), (0.0, -0.0), (Float(0), -Float(0)), (1, UInt8(1)),
      (First(), Second()),
      (AnyHashable(1), AnyHashable(1.0)), ("abc".dropFirst(), "bc".dropFirst(0)), ([1, 2][1...], [2][...]),
      (0..<2, 0...2), (Int.self, String.self),
      (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)),
      (Decimal(1), Decimal(2)),
      (URL(string: "d", relativeTo: base) as Any, URL(string: "http://a.b/c/d") as Any),
      (IndexSet([1, 2]), IndexSet([1, 3])), (CGPoint(x: 1, y: 2), CGPoint(x: 2, y: 1)),
      (Int?.none as Any, Int?.some(0) as Any), (Int??.none as Any, Int??.some(nil) as Any),
      (Double.nan, Double(bitPattern: Double.nan.bitPattern | 1)),
    ]
    for (left, right) in pairs {
      #expect(hash(left).value != hash(right).value, "\(left) \(right)")
      #expect(
        hash(left).value == hash(left).value && hash(left).isFaithful && hash(right).isFaithful, "\(left)")
    }
  }

  private struct Mirrored: Hashable, CustomReflectable {
    var hidden = 1
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  @Test("values that hide their contents are reported as not distinguishable")
  func hidden() {
    let values: [Any] = [
      Mirrored(), [Mirrored()], Notification(name: Notification.Name("a")), Locale(identifier: "de"),
      AttributedString("a"), "a".utf8, \First.value, ObjectIdentifier(Box()), [1, 2].lazy.map { $0 },
      UnsafeRawPointer(bitPattern: 16) as Any, SIMD2<Float>(1, 2), NSError(domain: "a", code: 1),
    ]
    for value in values { #expect(!hash(value).isFaithful, "\(type(of: value))") }
  }

  @Test("what cannot be hashed is admitted, wherever it lies")
  func unfaithful() {
    #expect(!hash(Box()).isFaithful)
    #expect(!hash({ () -> Void in }).isFaithful)
    #expect(!hash(Holder(box: Box())).isFaithful)
    #expect(!hash([Holder(action: {})]).isFaithful)
    #expect(hash(Holder()).isFaithful)
  }
}
