import Katana
import KatanaTesting
import Millrace
import Testing

/// A message that changes a text, though the table's rows are numbers.
private struct DemoRename: UpdateMessage {
  let row: Int

  func update(model: inout DemoSlice) -> [any Command] { [] }
}

/// A command that wraps itself.
private struct DemoCircle: CommandWrapper {
  var wrapped: any Command { self }
  var effectQueue: EffectQueue? { nil }
  var effectID: EffectID? { nil }
}

private struct DemoRound: UpdateMessage {
  func update(model: inout DemoSlice) -> [any Command] { [DemoCircle()] }
}

private struct DemoTable: Model {
  var rows = RowTable<Int, DemoRow>()
}

@MainActor
@Suite("The messages that an updater handles")
struct HandlingTests {
  @Test("A message that is none of the row's updater's leaves a table unmarked")
  func unmarkedTable() throws {
    var model = DemoTable()
    model.rows[1] = DemoRow(id: 1)
    let updater = CombinedUpdater<DemoTable>(
      .row(of: \.rows, MessageUpdater()) { (message: DemoRename) in message.row })
    let stamp = model.rows.changeStamp(of: 1)
    #expect(updater.apply(DemoRename(row: 1), to: &model) == nil)
    #expect(model.rows.changeStamp(of: 1) == stamp)
    #expect(!updater.handles(DemoRename(row: 1)))
  }

  @Test("What an updater handles is what its type takes, through any number of combined ones")
  func handling() {
    let typed = DemoCounting()
    #expect(typed.handles(DemoStep.add(1)))
    #expect(!typed.handles(DemoUnknown()))
    let combined = CombinedUpdater<DemoModel>(.full(CombinedUpdater(.slice(\.left, typed))))
    #expect(combined.handles(DemoStep.add(1)))
    #expect(!combined.handles(DemoUnknown()))
    #expect(MessageUpdater<DemoSlice>().handles(DemoRename(row: 1)))
    #expect(!MessageUpdater<DemoRow>().handles(DemoRename(row: 1)))
    #expect(FunctionUpdater<DemoSlice>(any: { _, _ in nil }).handles(DemoUnknown()))
  }

  @Test("A command that wraps itself is an error that names it, not an endless search")
  func circle() throws {
    var errors: [String] = []
    let flow = Flow()
    flow.errorHandler = { errors.append("\($0)") }
    let store = try Katana.Store(model: DemoSlice(), updater: MessageUpdater(), name: "demo", flow: flow)
    store.dispatch(DemoRound())
    let name = String(reflecting: DemoCircle.self)
    #expect(
      errors == [
        """
        The store `demo` reports: The command `\(name)` wraps other commands more than a hundred levels deep, so it \
        was not carried out; let its `wrapped` return a command that has an interpreter.
        """
      ])
  }

  @Test("A tap can have the command of an effect as a value")
  func label() throws {
    let interpreted = try Katana.Store(
      model: DemoSlice(),
      updater: FunctionUpdater { (_: inout DemoSlice, _: DemoUnknown) in [DemoEcho(text: "a")] },
      interpreters: [DemoEchoing()])
    var commands: [DemoEcho] = []
    let tap = interpreted.flow.tap { record in
      for event in record.effects {
        if let label = event.label?.value as? CommandLabel, let echo = label.command as? DemoEcho {
          commands.append(echo)
        }
      }
    }
    interpreted.dispatch(DemoUnknown())
    #expect(commands.contains(DemoEcho(text: "a")))
    tap.cancel()
  }
}
