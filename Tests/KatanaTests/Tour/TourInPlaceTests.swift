import Katana
import Millrace
import MillraceOptics
import Testing

/// Models are changed where they are: the elements of their arrays stay at one address.
struct TourInPlaceTests {
  private func model() -> TourModel {
    TourModel(left: roomy(), right: roomy(), page: .loaded(roomy()))
  }

  /// A slice with room for more rows, so that only a copy moves them.
  private func roomy() -> TourSlice {
    var rows: [Int] = []
    rows.reserveCapacity(100)
    rows.append(1)
    return TourSlice(rows: rows)
  }

  private func place(_ page: TourPage) -> Int {
    if case .loaded(let slice) = page { tourPlace(slice.rows) } else { 0 }
  }

  @Test("A message that fits none leaves every array where it is")
  func unknown() {
    let updater = CombinedUpdater<TourModel>(
      .full(FunctionUpdater { (model: inout TourModel, message: TourText) in [] }),
      .slice(\.left, TourCounting()), .slice(\.doubled, TourCounting()),
      .slice(Lens(\.right), TourCounting()),
      .slice(Lens<TourModel, TourPage>(\.page) >>> TourPage.loaded, TourCounting()),
      .slice(Lens<TourModel, TourPage>(\.page) >>> TourPage.loaded, MessageUpdater()))
    var model = model()
    let before = [tourPlace(model.left.rows), tourPlace(model.right.rows), place(model.page)]
    #expect(updater.apply(TourUnknown(), to: &model) == nil)
    #expect([tourPlace(model.left.rows), tourPlace(model.right.rows), place(model.page)] == before)
  }

  @Test("A typed updater changes the array of a stored property, of a lens and of a case in place")
  func typed() {
    let parts: [CombinedUpdater<TourModel>.Part] = [
      .slice(\.left, TourCounting()), .slice(Lens(\.left), TourCounting()),
      .full(CombinedUpdater<TourModel>(.slice(\.left, TourCounting()))),
      .slice(
        at: { (_: TourStep) in AffineTraversal(lens: Lens<TourModel, TourSlice>(\.left)) }, TourCounting()),
    ]
    for part in parts {
      var model = model()
      let before = tourPlace(model.left.rows)
      #expect(CombinedUpdater(part).apply(TourStep.push(2), to: &model)?.count == 1)
      #expect(model.left.rows == [1, 2])
      #expect(tourPlace(model.left.rows) == before)
    }
    var model = model()
    let before = place(model.page)
    let page = CombinedUpdater<TourModel>(
      .slice(Lens<TourModel, TourPage>(\.page) >>> TourPage.loaded, TourCounting()))
    #expect(page.apply(TourStep.push(2), to: &model)?.count == 1)
    #expect(place(model.page) == before)
    let (after, _) = TourCounting().update(model: TourSlice(), message: TourStep.push(1))
    #expect(after.rows == [1])
  }

  @Test("An updater by value whose parameter is consuming changes the array in place")
  func consuming() {
    var rows = [1]
    rows.reserveCapacity(100)
    var tally = TourTally(rows: rows)
    rows = []
    let before = tourPlace(tally.rows)
    #expect(TourValueUpdater().apply(TourStep.add(5), to: &tally)?.count == 1)
    #expect(tally.rows == [1, 5])
    #expect(tourPlace(tally.rows) == before)
  }

  @Test("A store changes its model in place, with updaters of each kind")
  func store() throws {
    let updater = CombinedUpdater<TourModel>(
      .slice(\.left, TourCounting()), .slice(Lens(\.right), TourCounting()),
      .slice(Lens<TourModel, TourPage>(\.page) >>> TourPage.loaded, TourCounting()))
    let store = try Katana.Store(
      model: model(), updater: updater, interpreters: [TourIgnoring()],
      subscriptions: FunctionSubscriptionProvider { (model: TourModel) in
        model.left.rows.count > 1000 ? [Every(.seconds(1), send: TourStep.quiet)] : []
      })
    func places() -> [Int] {
      store.withState { [tourPlace($0.left.rows), tourPlace($0.right.rows), place($0.page)] }
    }
    let before = places()
    for number in 0..<20 { store.dispatch(TourStep.push(number)) }
    store.dispatch(TourUnknown())
    #expect(places() == before)
    #expect(store.model.left.rows.count == 21)
  }

  @Test("A store changes its model in place by an updater by value")
  func storeByValue() throws {
    var rows = [1]
    rows.reserveCapacity(100)
    let store = try Katana.Store(
      model: TourTally(rows: rows), updater: TourValueUpdater(), interpreters: [TourIgnoring()])
    rows = []
    let before = store.withState { tourPlace($0.rows) }
    for number in 0..<20 { store.dispatch(TourStep.add(number)) }
    #expect(store.withState { tourPlace($0.rows) } == before)
  }
}

/// Carries out marks by doing nothing.
struct TourIgnoring: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: TourMark) {}
}
