import Katana
import KatanaTesting
import Millrace
import MillraceOptics
import Testing

private struct TourAddressed: Message {
  let part: any WritableKeyPath<TourModel, TourSlice> & Sendable
  let step: TourStep
}

private struct TourToRow: Message, Equatable {
  let row: Int
  let amount: Int
}

private struct TourRowUpdater: TypedUpdater {
  func update(model: inout TourRow, message: TourToRow) -> [any Command] {
    model.value += message.amount
    return [TourMark("row \(model.id)")]
  }
}

private struct TourAddressedUpdater: TypedUpdater {
  func update(model: inout TourSlice, message: TourAddressed) -> [any Command] {
    TourCounting(name: "at").update(model: &model, message: message.step)
  }
}

/// Updaters of slices, put together.
struct TourCombinedTests {
  private let add = TourStep.add(1)

  @Test("A full updater changes the whole model")
  func full() {
    let updater = CombinedUpdater<TourModel>(
      .full(
        FunctionUpdater { (model: inout TourModel, message: TourStep) in
          swap(&model.left, &model.right)
          return []
        }))
    let outcome = updater.outcome(of: add, on: TourModel(left: TourSlice(value: 1)))
    #expect(outcome.model == TourModel(right: TourSlice(value: 1)))
  }

  @Test(
    "A slice is reached by a stored property, a property of a property, a computed one, or the model itself")
  func keyPaths() {
    let stored = CombinedUpdater<TourModel>(.slice(\.right, TourCounting()))
    #expect(stored.outcome(of: add, on: TourModel()).model == TourModel(right: TourSlice(value: 1)))
    let computed = CombinedUpdater<TourModel>(.slice(\.doubled, TourCounting()))
    let outcome = computed.outcome(of: TourStep.add(4), on: TourModel(left: TourSlice(value: 3)))
    #expect(outcome.model == TourModel(left: TourSlice(value: 5)))
    #expect(outcome.commands == [TourMark("6")])
    let itself = CombinedUpdater<TourSlice>(.slice(\.self, TourCounting()))
    #expect(itself.outcome(of: add, on: TourSlice()).model.value == 1)
  }

  @Test("A slice is reached by a lens")
  func lens() {
    let lens = Lens<TourModel, TourSlice>(\.right)
    let updater = CombinedUpdater<TourModel>(.slice(lens, TourCounting()))
    #expect(updater.outcome(of: add, on: TourModel()).model == TourModel(right: TourSlice(value: 1)))
  }

  @Test("A case of an enum is a slice; in another case the message is not known")
  func prism() {
    let updater = CombinedUpdater<TourPage>(.slice(TourPage.loaded, TourCounting()))
    let there = updater.outcome(of: add, on: .loaded(TourSlice(value: 1)))
    #expect(there.model == .loaded(TourSlice(value: 2)))
    #expect(there.commands == [TourMark("1")])
    let missing = updater.outcome(of: add, on: .empty)
    #expect(missing.model == .empty)
    #expect(!missing.isHandled)
    #expect(missing.commands == [])
  }

  @Test("A case of an enum within a model is a slice")
  func traversal() {
    let updater = CombinedUpdater<TourModel>(
      .slice(Lens<TourModel, TourPage>(\.page) >>> TourPage.loaded, TourCounting()))
    let there = updater.outcome(of: add, on: TourModel(page: .loaded(TourSlice(value: 1))))
    #expect(there.model.page == .loaded(TourSlice(value: 2)))
    #expect(!updater.outcome(of: add, on: TourModel()).isHandled)
  }

  @Test("A row of a table is a slice, which the message names; a row that is not there is not known")
  func row() throws {
    var model = TourModel()
    model.table = try RowTable(uniqueRows: [TourRow(id: 1), TourRow(id: 2)])
    let updater = CombinedUpdater<TourModel>(
      .row(of: \.table, TourRowUpdater()) { (message: TourToRow) in message.row })
    let outcome = updater.outcome(of: TourToRow(row: 2, amount: 5), on: model)
    #expect(Array(outcome.model.table.rows) == [TourRow(id: 1), TourRow(id: 2, value: 5)])
    #expect(outcome.commands == [TourMark("row 2")])
    let missing = updater.outcome(of: TourToRow(row: 3, amount: 5), on: model)
    #expect(missing.model == model)
    #expect(!missing.isHandled)
    #expect(!updater.outcome(of: add, on: model).isHandled)
  }

  @Test("A message may choose the slice")
  func chosen() {
    let updater = CombinedUpdater<TourModel>(
      .slice(
        at: { (message: TourAddressed) in AffineTraversal(lens: Lens(message.part)) }, TourAddressedUpdater())
    )
    let left = updater.outcome(of: TourAddressed(part: \.left, step: add), on: TourModel())
    #expect(left.model == TourModel(left: TourSlice(value: 1)))
    let right = updater.outcome(of: TourAddressed(part: \.right, step: add), on: TourModel())
    #expect(right.model == TourModel(right: TourSlice(value: 1)))
    #expect(!updater.outcome(of: add, on: TourModel()).isHandled)
  }

  @Test("They are asked in order, each sees what those before it left, and the commands come in that order")
  func order() {
    let updater = CombinedUpdater<TourModel>(
      .slice(\.left, TourCounting(name: "a")), .slice(\.right, TourCounting(name: "r")),
      .slice(\.left, TourCounting(name: "b")), .slice(\.doubled, TourCounting(name: "c")))
    let outcome = updater.outcome(of: TourStep.add(2), on: TourModel(left: TourSlice(value: 1)))
    #expect(outcome.commands == [TourMark("a1"), TourMark("r0"), TourMark("b3"), TourMark("c10")])
    #expect(outcome.model.left.value == 6)
  }

  @Test("Parts are skipped that know nothing of the message, and handled means that one of them did")
  func skipped() {
    let updater = CombinedUpdater<TourModel>([
      .slice(\.left, MessageUpdater()), .slice(\.right, TourCounting()), .full(MessageUpdater()),
    ])
    #expect(updater.outcome(of: add, on: TourModel()).isHandled)
    #expect(updater.outcome(of: TourStep.quiet, on: TourModel()).isHandled)
    #expect(!updater.outcome(of: TourUnknown(), on: TourModel()).isHandled)
    #expect(!CombinedUpdater<TourModel>().outcome(of: add, on: TourModel()).isHandled)
  }

  @Test("Combined updaters nest, also inside of cases, and behave as if they were flat")
  func nested() {
    struct Outer: Model, Equatable {
      var one = TourModel()
      var two = TourModel()
    }
    let inner = CombinedUpdater<TourModel>(
      .slice(\.left, TourCounting(name: "l")),
      .slice(
        Lens<TourModel, TourPage>(\.page),
        CombinedUpdater<TourPage>(.slice(TourPage.loaded, TourCounting(name: "p")))))
    let outer = CombinedUpdater<Outer>(.slice(\.one, inner), .slice(\.two, inner))
    let model = Outer(one: TourModel(page: .loaded(TourSlice(value: 7))), two: TourModel())
    let outcome = outer.outcome(of: add, on: model)
    #expect(outcome.commands == [TourMark("l0"), TourMark("p7"), TourMark("l0")])
    #expect(outcome.model.one == TourModel(left: TourSlice(value: 1), page: .loaded(TourSlice(value: 8))))
    #expect(outcome.model.two == TourModel(left: TourSlice(value: 1)))
    #expect(!outer.outcome(of: TourUnknown(), on: model).isHandled)
  }

  @Test("A slice sees and changes only its slice, whatever the model and the messages are")
  func onlyItsSlice() throws {
    let paths: [WritableKeyPath<TourModel, TourSlice>] = [\.left, \.right, \.doubled]
    for seed in UInt64(1)...300 {
      var random = tourRandom(seed)
      var model = try TourModel.random(&random)
      let path = try #require(paths.randomElement(using: &random))
      let combined = CombinedUpdater<TourModel>(.slice(path, TourCounting()))
      for _ in 0..<10 {
        let message = TourStep.random(&random)
        var expected = model
        let alone = TourCounting().outcome(of: message, on: expected[keyPath: path])
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
    let updater = CombinedUpdater<TourModel>(
      .slice(\.left, MessageUpdater()), .slice(\.right, TourCounting()),
      .row(of: \.table, TourRowUpdater()) { (message: TourToRow) in message.row })
    for seed in UInt64(1)...300 {
      var random = tourRandom(seed)
      let model = try TourModel.random(&random)
      let toRow = TourToRow(row: Int.random(in: 0..<8, using: &random), amount: 1)
      var expected = model
      expected.table[toRow.row]?.value += 1
      #expect(updater.outcome(of: toRow, on: model).model == expected, "seed \(seed)")
      expected = model
      expected.left.value = 99
      #expect(updater.outcome(of: TourElsewhere(), on: model).model == expected, "seed \(seed)")
    }
  }
}

extension TourModel {
  static func random(_ random: inout some RandomNumberGenerator) throws -> TourModel {
    func slice() -> TourSlice {
      TourSlice(
        value: Int.random(in: -9...9, using: &random),
        rows: (0..<Int.random(in: 0..<4, using: &random)).map { $0 })
    }
    var model = TourModel(left: slice(), right: slice())
    if Bool.random(using: &random) { model.page = .loaded(slice()) }
    let ids = (0..<8).filter { _ in Bool.random(using: &random) }
    model.table = try RowTable(uniqueRows: ids.map { TourRow(id: $0) })
    return model
  }
}
