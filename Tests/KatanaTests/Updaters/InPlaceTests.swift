import Katana
import Millrace
import MillraceOptics
import Testing

/// Models are changed where they are: the elements of their arrays stay at one address.
struct InPlaceTests {
  private func model() -> DemoModel {
    DemoModel(left: roomy(), right: roomy(), page: .loaded(roomy()))
  }

  /// A slice with room for more rows, so that only a copy moves them.
  private func roomy() -> DemoSlice {
    var rows: [Int] = []
    rows.reserveCapacity(100)
    rows.append(1)
    return DemoSlice(rows: rows)
  }

  private func place(_ page: DemoPage) -> Int {
    if case .loaded(let slice) = page { demoPlace(slice.rows) } else { 0 }
  }

  @Test("A message that fits none leaves every array where it is")
  func unknown() {
    let updater = CombinedUpdater<DemoModel>(
      .full(FunctionUpdater { (model: inout DemoModel, message: DemoText) in [] }),
      .slice(\.left, DemoCounting()), .slice(\.doubled, DemoCounting()),
      .slice(Lens(\.right), DemoCounting()),
      .slice(Lens<DemoModel, DemoPage>(\.page) >>> DemoPage.loaded, DemoCounting()),
      .slice(Lens<DemoModel, DemoPage>(\.page) >>> DemoPage.loaded, MessageUpdater()))
    var model = model()
    let before = [demoPlace(model.left.rows), demoPlace(model.right.rows), place(model.page)]
    #expect(updater.apply(DemoUnknown(), to: &model) == nil)
    #expect([demoPlace(model.left.rows), demoPlace(model.right.rows), place(model.page)] == before)
  }

  @Test("A typed updater changes the array of a stored property, of a lens and of a case in place")
  func typed() {
    let parts: [CombinedUpdater<DemoModel>.Part] = [
      .slice(\.left, DemoCounting()), .slice(Lens(\.left), DemoCounting()),
      .full(CombinedUpdater<DemoModel>(.slice(\.left, DemoCounting()))),
      .slice(
        at: { (_: DemoStep) in AffineTraversal(lens: Lens<DemoModel, DemoSlice>(\.left)) }, DemoCounting()),
    ]
    for part in parts {
      var model = model()
      let before = demoPlace(model.left.rows)
      #expect(CombinedUpdater(part).apply(DemoStep.push(2), to: &model)?.count == 1)
      #expect(model.left.rows == [1, 2])
      #expect(demoPlace(model.left.rows) == before)
    }
    var model = model()
    let before = place(model.page)
    let page = CombinedUpdater<DemoModel>(
      .slice(Lens<DemoModel, DemoPage>(\.page) >>> DemoPage.loaded, DemoCounting()))
    #expect(page.apply(DemoStep.push(2), to: &model)?.count == 1)
    #expect(place(model.page) == before)
    let (after, _) = DemoCounting().update(model: DemoSlice(), message: DemoStep.push(1))
    #expect(after.rows == [1])
  }

  @Test("An updater by value whose parameter is consuming changes the array in place")
  func consuming() {
    var rows = [1]
    rows.reserveCapacity(100)
    var tally = DemoTally(rows: rows)
    rows = []
    let before = demoPlace(tally.rows)
    #expect(DemoValueUpdater().apply(DemoStep.add(5), to: &tally)?.count == 1)
    #expect(tally.rows == [1, 5])
    #expect(demoPlace(tally.rows) == before)
  }

  @Test("A store changes its model in place, with updaters of each kind")
  func store() throws {
    let updater = CombinedUpdater<DemoModel>(
      .slice(\.left, DemoCounting()), .slice(Lens(\.right), DemoCounting()),
      .slice(Lens<DemoModel, DemoPage>(\.page) >>> DemoPage.loaded, DemoCounting()))
    let store = try Katana.Store(
      model: model(), updater: updater, interpreters: [DemoIgnoring()],
      subscriptions: FunctionSubscriptionProvider { (model: DemoModel) in
        model.left.rows.count > 1000 ? [Every(.seconds(1), send: DemoStep.quiet)] : []
      })
    func places() -> [Int] {
      store.withState { [demoPlace($0.left.rows), demoPlace($0.right.rows), place($0.page)] }
    }
    let before = places()
    for number in 0..<20 { store.dispatch(DemoStep.push(number)) }
    store.dispatch(DemoUnknown())
    #expect(places() == before)
    #expect(store.model.left.rows.count == 21)
  }

  @Test("A store changes its model in place by an updater by value")
  func storeByValue() throws {
    var rows = [1]
    rows.reserveCapacity(100)
    let store = try Katana.Store(
      model: DemoTally(rows: rows), updater: DemoValueUpdater(), interpreters: [DemoIgnoring()])
    rows = []
    let before = store.withState { demoPlace($0.rows) }
    for number in 0..<20 { store.dispatch(DemoStep.add(number)) }
    #expect(store.withState { demoPlace($0.rows) } == before)
  }
}

/// Carries out marks by doing nothing.
struct DemoIgnoring: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: DemoMark) {}
}
