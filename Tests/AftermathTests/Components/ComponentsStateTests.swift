import Testing

@testable import AftermathComponents

@Suite("What a controller decides")
struct ComponentsStateTests {
  let source = ComponentState.Source.command(ObjectIdentifier(ComponentsList.self))
  let other = ComponentState.Source.command(ObjectIdentifier(ComponentsPage.self))

  func state(_ mode: RefreshMode = .onlyWhenEmpty, _ items: [Item] = []) -> ComponentState {
    var state = ComponentState(refreshMode: mode)
    _ = state.begin(with: [Component(identifier: "list", items: items)], kept: nil)
    _ = state.appear()
    return state
  }

  @Test("progress is shown always, only when empty, or never")
  func refreshModes() {
    for (mode, items, isShown) in [
      (RefreshMode.always, [], true), (.always, componentsItems("a"), true), (.onlyWhenEmpty, [], true),
      (.onlyWhenEmpty, componentsItems("a"), false), (.disabled, [], false),
      (.disabled, componentsItems("a"), false),
    ] as [(RefreshMode, [Item], Bool)] {
      var state = state(mode, items)
      #expect(state.wait(for: source) == (isShown ? [.showProgress(true)] : []), "\(mode) \(items)")
    }
  }

  @Test("a new refresh mode shows or hides the progress of now")
  func settableMode() {
    var state = state(.disabled, componentsItems("a"))
    #expect(state.wait(for: source) == [])
    #expect(state.set(.always) == [.showProgress(true)])
    #expect(state.set(.onlyWhenEmpty) == [.showProgress(false)])
    #expect(state.set(.disabled) == [])
  }

  @Test("progress ends when the last command under way has answered, after what it brought")
  func progress() {
    var state = state(.always)
    #expect(state.wait(for: source) == [.showProgress(true)])
    #expect(state.wait(for: source) == [])
    #expect(state.wait(for: other) == [])
    #expect(state.finish(other) == [])
    let a = componentsItems("a")
    #expect(
      state.take(.reloadItems(a, in: 0), from: source)
        == [.render([.items(.insert(a[0], at: 0), component: "list", at: 0)]), .showProgress(false), .save])
  }

  @Test("progress that is shown only when empty ends with the first item, and comes back with the last one")
  func progressWhenEmpty() {
    var state = state()
    #expect(state.wait(for: source) == [.showProgress(true)])
    let filled = state.apply(.insert(Insertion(componentsItems("a")), in: 0))
    #expect(filled.contains(.showProgress(false)))
    let emptied = state.apply(.delete(["a"], in: 0))
    #expect(emptied.contains(.showProgress(true)))
  }

  @Test("a failure is shown until its own command goes on or has produced something")
  func failure() {
    var state = state()
    #expect(state.fail(source, "closed") == [.showFailure("closed")])
    #expect(state.wait(for: other) == [.showProgress(true)])
    #expect(state.wait(for: source) == [.showFailure(nil)])
    #expect(state.fail(source, "closed") == [.showFailure("closed")])
    #expect(state.fail(source, "closed") == [])
    #expect(state.finish(source) == [.showFailure(nil)])
    #expect(state.fail(other, "gone") == [.showProgress(false), .showFailure("gone")])
  }

  @Test("nothing is rendered before it appears, and what changed while it was gone comes at once")
  func appearance() {
    var state = ComponentState(refreshMode: .always)
    let list = Component(identifier: "list")
    #expect(state.begin(with: [list], kept: nil) == [])
    #expect(state.wait(for: source) == [])
    #expect(state.appear() == [.show([list]), .showProgress(true)])
    #expect(state.appear() == [])
    state.disappear()
    let items = componentsItems("a", "b")
    #expect(state.take(.reloadItems(items, in: 0), from: source) == [.save])
    #expect(state.apply(.delete(["a"], in: 0)) == [.save])
    #expect(state.fail(other, "gone") == [])
    #expect(
      state.appear() == [
        .render([.items(.insert(items[1], at: 0), component: "list", at: 0)]), .showProgress(false),
        .showFailure("gone"),
      ])
    state.disappear()
    #expect(state.appear() == [])
  }

  @Test("what changes nothing is not saved")
  func saving() {
    var state = state(.onlyWhenEmpty, componentsItems("a"))
    #expect(state.apply(.reloadItems(componentsItems("a"), in: 0)) == [])
    #expect(
      state.apply(.delete(["z"], in: 0)) == [.report(.unknownItem(identifier: "z", component: "list"))])
  }

  @Test(
    "a page is asked for once, until its command has answered, and not while one of its type is under way")
  func paging() {
    var state = state(.disabled)
    #expect(state.beginPage(of: source) == true)
    #expect(state.isPageAwaited(of: source))
    #expect(state.beginPage(of: source) == false)
    #expect(state.beginPage(of: other) == true)
    _ = state.wait(for: source)
    #expect(state.beginPage(of: source) == false)
    _ = state.finish(source)
    #expect(!state.isPageAwaited(of: source))
    #expect(state.beginPage(of: source) == true)
    _ = state.fail(source, "gone")
    #expect(state.beginPage(of: source) == true)
    _ = state.finish(source)
    _ = state.wait(for: source)
    #expect(state.beginPage(of: source) == false)
  }

  @Test("what was kept is taken whole when it begins with the same components, and by item when not")
  func kept() {
    let today = Component(identifier: "today")
    let later = Component(identifier: "later")
    let filled = Component(identifier: "today", title: "old", items: componentsItems("a"))
    func begin(_ given: [Component], _ kept: [Component]?) -> [Component] {
      var state = ComponentState(refreshMode: .always)
      _ = state.begin(with: given, kept: kept)
      return state.components
    }
    #expect(begin([today], nil) == [today])
    #expect(begin([], [filled]) == [filled])
    #expect(begin([today], [filled, later]) == [filled, later])
    #expect(
      begin([later, today], [filled]) == [later, Component(identifier: "today", items: componentsItems("a"))])
  }

  @Test("contents with two of one identifier begin with the first, and the other is named")
  func beginWithDuplicates() {
    var state = ComponentState(refreshMode: .always)
    let twice = [Component(identifier: "c"), Component(identifier: "c")]
    #expect(state.begin(with: twice, kept: nil) == [.report(.duplicateComponent(identifier: "c"))])
    #expect(state.components.count == 1)
  }
}
