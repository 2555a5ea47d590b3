import HarvestOptics
import Millrace
import Testing

@testable import Harvest

private enum LawsWholeInput: Hashable {
  case number(Int)
  case other
}

private enum LawsWholeState: Hashable {
  case on(Int)
  case off
}

private struct LawsPair: Hashable {
  var number: Int
  var name = "pair"
}

private let numberInput = Prism<LawsWholeInput, Int>(
  tryGet: { if case .number(let number) = $0 { number } else { nil } }, inject: { .number($0) })
private let onState = Prism<LawsWholeState, Int>(
  tryGet: { if case .on(let number) = $0 { number } else { nil } }, inject: { .on($0) })
private let numberOfPair = Lens<LawsPair, Int>(
  get: { $0.number }, set: { (whole: inout LawsPair, part) in whole.number = part })

/// A machine as part of a larger one.
struct LawsLiftTests {
  @Test(
    "Inputs of a case: what was accepted stays so, what was rejected and what is foreign is rejected",
    arguments: UInt64(0)..<50)
  func prismInput(seed: UInt64) {
    var random = LawsRandom(seed)
    let mapping = lawsEffectMapping(&random)
    let whole = mapping.transform(input: numberInput)
    for state in lawsStates {
      for input in lawsInputs {
        let (part, lifted) = (mapping.run(input, state), whole.run(.number(input), state))
        #expect(part?.0 == lifted?.0, "seed \(seed)")
        #expect(
          part.map { lawsText($0.1.mapInput { LawsWholeInput.number($0) }) } == lifted.map { lawsText($0.1) },
          "seed \(seed)")
      }
      #expect(whole.run(.other, state) == nil, "seed \(seed)")
    }
  }

  @Test(
    "An update follows each accepted input, and no rejected one; effects and rules stay",
    arguments: UInt64(0)..<50)
  func updating(seed: UInt64) {
    var random = LawsRandom(seed)
    let mapping = lawsEffectMapping(&random)
    let updated = mapping.updating { input, state in state = state * 7 + input }
    for input in lawsInputs {
      for state in lawsStates {
        let (plain, after) = (mapping.run(input, state), updated.run(input, state))
        #expect(plain.map { $0.0 * 7 + input } == after?.0, "seed \(seed)")
        #expect(plain.map { lawsText($0.1) } == after.map { lawsText($0.1) }, "seed \(seed)")
      }
    }
    #expect(mapping.ruleNames == updated.ruleNames)
    let model = LawsModel(&random)
    let numbers = lawsTable(model.mapping(Int(seed))).map { $0.map { $0 + 1 } }
    #expect(lawsTable(model.mapping(Int(seed)).updating { $1 += 1 }) == numbers, "seed \(seed)")
  }

  @Test(
    "States of a lens, a case and an affine traversal: elsewhere every input is rejected",
    arguments: UInt64(0)..<50)
  func states(seed: UInt64) {
    var random = LawsRandom(seed)
    let mapping = lawsEffectMapping(&random)
    let byLens = mapping.transform(state: numberOfPair)
    let byPrism = mapping.transform(state: onState)
    let byElement = mapping.transform(state: AffineTraversal<[Int], Int>.element(at: 1))
    for input in lawsInputs {
      for state in lawsStates {
        let part = mapping.run(input, state)
        let effect = part.map { lawsText($0.1) }
        let pair = byLens.run(input, LawsPair(number: state))
        #expect(pair?.0 == part.map { LawsPair(number: $0.0) } && pair.map { lawsText($0.1) } == effect)
        let on = byPrism.run(input, .on(state))
        #expect(on?.0 == part.map { .on($0.0) } && on.map { lawsText($0.1) } == effect)
        let list = byElement.run(input, [9, state, 9])
        #expect(list?.0 == part.map { [9, $0.0, 9] } && list.map { lawsText($0.1) } == effect)
      }
      #expect(byPrism.run(input, .off) == nil)
      #expect(byElement.run(input, [9]) == nil)
    }
  }

  @Test("A rejected input leaves the whole as it was, in every optic", arguments: UInt64(0)..<30)
  func rejection(seed: UInt64) {
    var random = LawsRandom(seed)
    let mapping = lawsEffectMapping(&random)
    let byPrism = mapping.transform(state: onState)
    let byLens = mapping.transform(state: numberOfPair)
    for input in lawsInputs {
      for state in lawsStates where mapping.run(input, state) == nil {
        var (whole, pair) = (LawsWholeState.on(state), LawsPair(number: state))
        #expect(byPrism.apply(input, to: &whole) == nil && byLens.apply(input, to: &pair) == nil)
        #expect(whole == .on(state) && pair == LawsPair(number: state), "seed \(seed)")
      }
    }
  }

  @Test("Rows stay rows, take what they took, and keep the names of their predicates")
  func rows() throws {
    typealias Part = Harvester<Int, Int>.EffectMapping<Int, LawsQueue, String>
    let mapping: Part = 1 | matching("even") { $0 % 2 == 0 } => 3 | .cancel("x")
    let whole = mapping.transform(input: numberInput).transform(state: onState)
    let row = try #require(whole.rules.first?.row)
    #expect(row.matches(.number(1), .on(2)))
    #expect(!row.matches(.number(1), .on(3)))
    #expect(!row.matches(.number(2), .on(2)))
    #expect(!row.matches(.other, .on(2)))
    #expect(!row.matches(.number(1), .off))
    #expect(row.guards == ["even"])
    #expect(row.input.name == "1" && row.from.name == "even")
    let anything: Part = any | Transition(from: .any, to: 0) | .empty
    let lifted = try #require(anything.transform(state: onState).rules.first?.row)
    #expect(lifted.matches(5, .on(5)) && !lifted.matches(5, .off))
  }

  @Test("Ids of a case are cancelled as the part's own")
  func ids() {
    let prism = Prism<Int, String>(tryGet: { $0 < 10 ? "\($0)" : nil }, inject: { Int($0) ?? -1 })
    let effect = LawsEffect.cancel("3") + .cancel { $0 != "4" }
    #expect(lawsCancelled(by: effect.transform(id: prism), of: [3, 4, 5, 20]) == [3, 5])
    let mapping = LawsEffectMapping { _, state in (state, effect) }.transform(id: prism)
    #expect(mapping.run(0, 0).map { lawsCancelled(by: $0.1, of: [3, 4, 5, 20]) } == [3, 5])
  }

  @Test("Effects' inputs of a case are wrapped")
  func effectInputs() {
    #expect(lawsText(LawsEffect(4).transform(input: numberInput)) == ["next \(LawsWholeInput.number(4))"])
  }

  @Test("An input found by an affine traversal is put back into the one that asked")
  func affineInput() async throws {
    let optic = AffineTraversal<LawsPair, Int>(lens: numberOfPair)
    let mapping = LawsEffectMapping { input, state in (state + input, LawsEffect { world in world + input }) }
    let whole = mapping.transform(input: optic)
    let (state, effect) = try #require(whole.run(LawsPair(number: 2, name: "asked"), 1))
    #expect(state == 3)
    #expect(await lawsInputs(of: effect, in: 10) == ["\(LawsPair(number: 12, name: "asked"))"])
  }

  @Test("lift composes: input then state is state then input", arguments: UInt64(0)..<30)
  func order(seed: UInt64) {
    var random = LawsRandom(seed)
    let mapping = lawsEffectMapping(&random)
    let one = mapping.transform(input: numberInput).transform(state: onState)
    let other = mapping.transform(state: onState).transform(input: numberInput)
    for input in lawsInputs.map({ LawsWholeInput.number($0) }) + [.other] {
      for state in lawsStates.map({ LawsWholeState.on($0) }) + [.off] {
        #expect(one.run(input, state)?.0 == other.run(input, state)?.0, "seed \(seed)")
        #expect(
          one.run(input, state).map { lawsText($0.1) } == other.run(input, state).map { lawsText($0.1) },
          "seed \(seed)")
      }
    }
  }

  @Test("Lifting by the identity changes nothing", arguments: UInt64(0)..<30)
  func identity(seed: UInt64) {
    var random = LawsRandom(seed)
    let mapping = lawsEffectMapping(&random)
    #expect(lawsTable(mapping.transform(input: Prism.id)) == lawsTable(mapping), "seed \(seed)")
    #expect(lawsTable(mapping.transform(state: Lens.id)) == lawsTable(mapping), "seed \(seed)")
    #expect(lawsTable(mapping.transform(state: Prism.id)) == lawsTable(mapping), "seed \(seed)")
  }

  @Test("A part is changed where it lies: in a struct and in a case, an array keeps its buffer")
  func inPlace() {
    struct Library {
      var books = Array(0..<100)
      var name = "library"
    }
    enum Page {
      case list([Int])
      case empty
    }
    typealias Part = Harvester<Int, [Int]>.EffectMapping<Int, LawsQueue, String>
    let part = Part.makeInout { input, books in
      guard input >= 0 else { return nil }
      books[0] = input
      return .empty
    }
    let inLibrary = part.transform(state: Lens<Library, [Int]>(\.books))
    var library = Library()
    // The literal's own storage is not written to.
    library.books.append(100)
    let buffer = lawsBuffer(library.books)
    #expect(inLibrary.apply(7, to: &library) != nil)
    #expect(inLibrary.apply(-1, to: &library) == nil)
    #expect(library.books[0] == 7 && lawsBuffer(library.books) == buffer)

    let inPage = part.transform(
      state: Prism<Page, [Int]>(
        tryGet: { if case .list(let books) = $0 { books } else { nil } }, inject: { .list($0) }))
    var page = Page.list(Array(0..<100))
    let ofPage = if case .list(let books) = page { lawsBuffer(books) } else { UnsafeRawPointer?.none }
    #expect(inPage.apply(8, to: &page) != nil)
    guard case .list(let books) = page else {
      Issue.record("the case has changed")
      return
    }
    #expect(books[0] == 8 && lawsBuffer(books) == ofPage)
  }
}
