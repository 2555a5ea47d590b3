import Katana
import KatanaTesting
import Millrace
import Testing

/// A message that changes a text, though the table's rows are numbers.
private struct TourRename: UpdateMessage {
  let row: Int

  func update(model: inout TourSlice) -> [any Command] { [] }
}

/// A command that wraps itself.
private struct TourCircle: CommandWrapper {
  var wrapped: any Command { self }
  var effectQueue: EffectQueue? { nil }
  var effectID: EffectID? { nil }
}

private struct TourRound: UpdateMessage {
  func update(model: inout TourSlice) -> [any Command] { [TourCircle()] }
}

private struct TourTable: Model {
  var rows = RowTable<Int, TourRow>()
}

@MainActor
@Suite("Katana tour: what an updater handles")
struct TourHandlingTests {
  @Test("A message that is none of the row's updater's leaves a table unmarked")
  func unmarkedTable() throws {
    var model = TourTable()
    model.rows[1] = TourRow(id: 1)
    let updater = CombinedUpdater<TourTable>(
      .row(of: \.rows, MessageUpdater()) { (message: TourRename) in message.row })
    let stamp = model.rows.changeStamp(of: 1)
    #expect(updater.apply(TourRename(row: 1), to: &model) == nil)
    #expect(model.rows.changeStamp(of: 1) == stamp)
    #expect(!updater.handles(TourRename(row: 1)))
  }

  @Test("What an updater handles is what its type takes, through any number of combined ones")
  func handling() {
    let typed = TourCounting()
    #expect(typed.handles(TourStep.add(1)))
    #expect(!typed.handles(TourUnknown()))
    let combined = CombinedUpdater<TourModel>(.full(CombinedUpdater(.slice(\.left, typed))))
    #expect(combined.handles(TourStep.add(1)))
    #expect(!combined.handles(TourUnknown()))
    #expect(MessageUpdater<TourSlice>().handles(TourRename(row: 1)))
    #expect(!MessageUpdater<TourRow>().handles(TourRename(row: 1)))
    #expect(FunctionUpdater<TourSlice>(any: { _, _ in nil }).handles(TourUnknown()))
  }

  @Test("A command that wraps itself is an error that names it, not an endless search")
  func circle() throws {
    var errors: [String] = []
    let flow = Flow()
    flow.errorHandler = { errors.append("\($0)") }
    let store = try Katana.Store(model: TourSlice(), updater: MessageUpdater(), name: "tour", flow: flow)
    store.dispatch(TourRound())
    let name = String(reflecting: TourCircle.self)
    #expect(
      errors == [
        """
        The store `tour` reports: The command `\(name)` wraps a command that wraps another, a hundred times over, \
        so it was not carried out; let its `wrapped` be a command that an interpreter is registered for.
        """
      ])
  }

  @Test("A tap can have the command of an effect as a value")
  func label() throws {
    let interpreted = try Katana.Store(
      model: TourSlice(),
      updater: FunctionUpdater { (_: inout TourSlice, _: TourUnknown) in [TourEcho(text: "a")] },
      interpreters: [TourEchoing()])
    var commands: [TourEcho] = []
    let tap = interpreted.flow.tap { record in
      for event in record.effects {
        if let label = event.label?.value as? CommandLabel, let echo = label.command as? TourEcho {
          commands.append(echo)
        }
      }
    }
    interpreted.dispatch(TourUnknown())
    #expect(commands.contains(TourEcho(text: "a")))
    tap.cancel()
  }
}
