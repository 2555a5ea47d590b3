import Katana
import KatanaTesting
import Millrace
import MillraceOptics
import Testing

private struct DemoAddressed: Message {
  let part: any WritableKeyPath<DemoModel, DemoSlice> & Sendable
  let step: DemoStep
}

private struct DemoToRow: Message, Equatable {
  let row: Int
  let amount: Int
}

private struct DemoRowUpdater: TypedUpdater {
  func update(model: inout DemoRow, message: DemoToRow) -> [any Command] {
    model.value += message.amount
    return [DemoMark("row \(model.id)")]
  }
}

private struct DemoAddressedUpdater: TypedUpdater {
  func update(model: inout DemoSlice, message: DemoAddressed) -> [any Command] {
    DemoCounting(name: "at").update(model: &model, message: message.step)
  }
}

/// Updaters of slices, put together.
struct CombinedUpdaterTests {
  private let add = DemoStep.add(1)

  @Test("A full updater changes the whole model")
  func full() {
    let updater = CombinedUpdater<DemoModel>(
      .full(
        FunctionUpdater { (model: inout DemoModel, message: DemoStep) in
          swap(&model.left, &model.right)
          return []
        }))
    let outcome = updater.outcome(of: add, on: DemoModel(left: DemoSlice(value: 1)))
    #expect(outcome.model == DemoModel(right: DemoSlice(value: 1)))
  }

  @Test(
    "A slice is reached by a stored property, a property of a property, a computed one, or the model itself")
  func keyPaths() {
    let stored = CombinedUpdater<DemoModel>(.slice(\.right, DemoCounting()))
    #expect(stored.outcome(of: add, on: DemoModel()).model == DemoModel(right: DemoSlice(value: 1)))
    let computed = CombinedUpdater<DemoModel>(.slice(\.doubled, DemoCounting()))
    let outcome = computed.outcome(of: DemoStep.add(4), on: DemoModel(left: DemoSlice(value: 3)))
    #expect(outcome.model == DemoModel(left: DemoSlice(value: 5)))
    #expect(outcome.commands == [DemoMark("6")])
    let itself = CombinedUpdater<DemoSlice>(.slice(\.self, DemoCounting()))
    #expect(itself.outcome(of: add, on: DemoSlice()).model.value == 1)
  }

  @Test("A slice is reached by a lens")
  func lens() {
    let lens = Lens<DemoModel, DemoSlice>(\.right)
    let updater = CombinedUpdater<DemoModel>(.slice(lens, DemoCounting()))
    #expect(updater.outcome(of: add, on: DemoModel()).model == DemoModel(right: DemoSlice(value: 1)))
  }

  @Test("A case of an enum is a slice; in another case the message is not known")
  func prism() {
    let updater = CombinedUpdater<DemoPage>(.slice(DemoPage.loaded, DemoCounting()))
    let there = updater.outcome(of: add, on: .loaded(DemoSlice(value: 1)))
    #expect(there.model == .loaded(DemoSlice(value: 2)))
    #expect(there.commands == [DemoMark("1")])
    let missing = updater.outcome(of: add, on: .empty)
    #expect(missing.model == .empty)
    #expect(!missing.isHandled)
    #expect(missing.commands == [])
  }

  @Test("A case of an enum within a model is a slice")
  func traversal() {
    let updater = CombinedUpdater<DemoModel>(
      .slice(Lens<DemoModel, DemoPage>(\.page) >>> DemoPage.loaded, DemoCounting()))
    let there = updater.outcome(of: add, on: DemoModel(page: .loaded(DemoSlice(value: 1))))
    #expect(there.model.page == .loaded(DemoSlice(value: 2)))
    #expect(!updater.outcome(of: add, on: DemoModel()).isHandled)
  }

  @Test("A row of a table is a slice, which the message names; a row that is not there is not known")
  func row() throws {
    var model = DemoModel()
    model.table = try RowTable(uniqueRows: [DemoRow(id: 1), DemoRow(id: 2)])
    let updater = CombinedUpdater<DemoModel>(
      .row(of: \.table, DemoRowUpdater()) { (message: DemoToRow) in message.row })
    let outcome = updater.outcome(of: DemoToRow(row: 2, amount: 5), on: model)
    #expect(Array(outcome.model.table.rows) == [DemoRow(id: 1), DemoRow(id: 2, value: 5)])
    #expect(outcome.commands == [DemoMark("row 2")])
    let missing = updater.outcome(of: DemoToRow(row: 3, amount: 5), on: model)
    #expect(missing.model == model)
    #expect(!missing.isHandled)
    #expect(!updater.outcome(of: add, on: model).isHandled)
  }

  @Test("A message may choose the slice")
  func chosen() {
    let updater = CombinedUpdater<DemoModel>(
      .slice(
        at: { (message: DemoAddressed) in AffineTraversal(lens: Lens(message.part)) }, DemoAddressedUpdater())
    )
    let left = updater.outcome(of: DemoAddressed(part: \.left, step: add), on: DemoModel())
    #expect(left.model == DemoModel(left: DemoSlice(value: 1)))
    let right = updater.outcome(of: DemoAddressed(part: \.right, step: add), on: DemoModel())
    #expect(right.model == DemoModel(right: DemoSlice(value: 1)))
    #expect(!updater.outcome(of: add, on: DemoModel()).isHandled)
  }

  @Test("They are asked in order, each sees what those before it left, and the commands come in that order")
  func order() {
    let updater = CombinedUpdater<DemoModel>(
      .slice(\.left, DemoCounting(name: "a")), .slice(\.right, DemoCounting(name: "r")),
      .slice(\.left, DemoCounting(name: "b")), .slice(\.doubled, DemoCounting(name: "c")))
    let outcome = updater.outcome(of: DemoStep.add(2), on: DemoModel(left: DemoSlice(value: 1)))
    #expect(outcome.commands == [DemoMark("a1"), DemoMark("r0"), DemoMark("b3"), DemoMark("c10")])
    #expect(outcome.model.left.value == 6)
  }

  @Test("Parts are skipped that know nothing of the message, and handled means that one of them did")
  func skipped() {
    let updater = CombinedUpdater<DemoModel>([
      .slice(\.left, MessageUpdater()), .slice(\.right, DemoCounting()), .full(MessageUpdater()),
    ])
    #expect(updater.outcome(of: add, on: DemoModel()).isHandled)
    #expect(updater.outcome(of: DemoStep.quiet, on: DemoModel()).isHandled)
    #expect(!updater.outcome(of: DemoUnknown(), on: DemoModel()).isHandled)
    #expect(!CombinedUpdater<DemoModel>().outcome(of: add, on: DemoModel()).isHandled)
  }

  @Test("Combined updaters nest, also inside of cases, and behave as if they were flat")
  func nested() {
    struct Outer: Model, Equatable {
      var one = DemoModel()
      var two = DemoModel()
    }
    let inner = CombinedUpdater<DemoModel>(
      .slice(\.left, DemoCounting(name: "l")),
      .slice(
        Lens<DemoModel, DemoPage>(\.page),
        CombinedUpdater<DemoPage>(.slice(DemoPage.loaded, DemoCounting(name: "p")))))
    let outer = CombinedUpdater<Outer>(.slice(\.one, inner), .slice(\.two, inner))
    let model = Outer(one: DemoModel(page: .loaded(DemoSlice(value: 7))), two: DemoModel())
    let outcome = outer.outcome(of: add, on: model)
    #expect(outcome.commands == [DemoMark("l0"), DemoMark("p7"), DemoMark("l0")])
    #expect(outcome.model.one == DemoModel(left: DemoSlice(value: 1), page: .loaded(DemoSlice(value: 8))))
    #expect(outcome.model.two == DemoModel(left: DemoSlice(value: 1)))
    #expect(!outer.outcome(of: DemoUnknown(), on: model).isHandled)
  }

  @Test("A slice sees and changes only its slice, whatever the model and the messages are")
  func onlyItsSlice() throws {
    let paths: [any WritableKeyPath<DemoModel, DemoSlice> & Sendable] = [\.left, \.right, \.doubled]
    for seed in UInt64(1)...300 {
      var random = demoRandom(seed)
      var model = try DemoModel.random(&random)
      let path = try #require(paths.randomElement(using: &random))
      let combined = CombinedUpdater<DemoModel>(.slice(path, DemoCounting()))
      for _ in 0..<10 {
        let message = DemoStep.random(&random)
        var expected = model
        let alone = DemoCounting().outcome(of: message, on: expected[keyPath: path])
        expected[keyPath: path] = alone.model
        let outcome = combined.outcome(of: message, on: model)
        #expect(outcome.model == expected, "seed \(seed)")
        #expect(outcome.commands == alone.commands, "seed \(seed)")
        model = outcome.model
      }
    }
  }

  @Test("In an application of slices every other slice is as it was, whatever the message")
  func othersUntouched() throws {
    let updater = CombinedUpdater<DemoModel>(
      .slice(\.left, MessageUpdater()), .slice(\.right, DemoCounting()),
      .row(of: \.table, DemoRowUpdater()) { (message: DemoToRow) in message.row })
    for seed in UInt64(1)...300 {
      var random = demoRandom(seed)
      let model = try DemoModel.random(&random)
      let toRow = DemoToRow(row: Int.random(in: 0..<8, using: &random), amount: 1)
      var expected = model
      expected.table[toRow.row]?.value += 1
      #expect(updater.outcome(of: toRow, on: model).model == expected, "seed \(seed)")
      expected = model
      expected.left.value = 99
      #expect(updater.outcome(of: DemoElsewhere(), on: model).model == expected, "seed \(seed)")
    }
  }
}

extension DemoModel {
  static func random(_ random: inout some RandomNumberGenerator) throws -> DemoModel {
    func slice() -> DemoSlice {
      DemoSlice(
        value: Int.random(in: -9...9, using: &random),
        rows: (0..<Int.random(in: 0..<4, using: &random)).map { $0 })
    }
    var model = DemoModel(left: slice(), right: slice())
    if Bool.random(using: &random) { model.page = .loaded(slice()) }
    let ids = (0..<8).filter { _ in Bool.random(using: &random) }
    model.table = try RowTable(uniqueRows: ids.map { DemoRow(id: $0) })
    return model
  }
}
