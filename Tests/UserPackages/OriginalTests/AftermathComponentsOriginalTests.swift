import Aftermath
import AftermathComponents
import Foundation
import Testing

/// The words of AftermathSpots, in the order of the table of the article.
@Suite("The words of the original AftermathSpots")
@MainActor
struct AftermathComponentsOriginalTests {
  struct Posts: Command { typealias Output = [Component] }
  struct Users: Command { typealias Output = [Item] }
  struct AddUser: Command { typealias Output = Insertion }
  struct EditUser: Command { typealias Output = Item }
  struct RemoveUser: Command { typealias Output = Item }
  struct Problem: Error {}

  let engine = Engine(name: "spots")
  let renderer = PlainTextRenderer()

  private func users(_ identifiers: String...) -> [Item] {
    identifiers.map { Item(identifier: $0, title: $0.uppercased()) }
  }

  private func controller(
    _ behaviors: [any ComponentBehavior] = [], command: (any AnyCommand)? = nil
  ) -> ComponentController {
    ComponentController(
      components: [Component(identifier: "users")], initialCommand: command, behaviors: behaviors,
      renderer: renderer, engine: engine)
  }

  // MARK: The controller

  // row: `AftermathController(cacheKey:componentCommand:behaviors:)`
  // row: `ComponentModel`, earlier `Component`
  @Test("a controller of a command for components shows them, and caches them under its key")
  func componentCommand() {
    engine.use(Posts.self) { _ in .data([Component(identifier: "posts", items: users("p"))]) }
    let cache = MemoryCache()
    let wall = ComponentController(
      cacheKey: "wall", cache: cache, componentCommand: Posts(), renderer: renderer, engine: engine)
    wall.appear()
    #expect(renderer.text == "# posts\n- P\n")
    let again = ComponentController(
      cacheKey: "wall", cache: cache, renderer: PlainTextRenderer(), engine: engine)
    #expect(again.components == wall.components)
  }

  // row: `Item`, earlier `ViewModel`
  @Test("a controller of a command for items reloads its first component")
  func itemCommand() {
    engine.use(Users.self) { _ in .data(users("a")) }
    let list = ComponentController(
      components: [Component(identifier: "users")], itemCommand: Users(), renderer: renderer, engine: engine)
    list.appear()
    #expect(renderer.text == "# users\n- A\n")
  }

  @Test(
    "the refresh mode is a property that is set at any time",
    arguments: [
      (RefreshMode.always, true), (.onlyWhenEmpty, false), (.disabled, false),
    ])
  func refreshMode(_ mode: RefreshMode, _ isShown: Bool) {
    let list = controller([ItemReloadBehavior(commandType: Users.self)])
    list.appear()
    engine.publish(event: Event<Users>.data(users("a")))
    list.refreshMode = mode
    engine.publish(event: Event<Users>.progress)
    #expect(renderer.isInProgress == isShown)
    list.refreshMode = .always
    #expect(renderer.isInProgress && list.refreshMode == .always)
  }

  @Test("a controller that does not refresh on appearance executes its command at a refresh alone")
  func refreshOnAppearance() {
    var count = 0
    engine.use(Users.self) { _ in
      count += 1
      return .data(users("a"))
    }
    let list = controller([ItemReloadBehavior(commandType: Users.self)], command: Users())
    list.refreshesOnAppearance = false
    list.appear()
    #expect(count == 0)
    list.refresh()
    list.refreshesOnAppearance = true
    list.disappear()
    list.appear()
    #expect(count == 2)
  }

  // row: `spotsDidReload(_:completion:)`, `RefreshDelegate`
  @Test("pull to refresh is a feature that can be switched off")
  func features() {
    var count = 0
    engine.use(Users.self) { _ in
      count += 1
      return .progress
    }
    let list = controller(command: Users())
    #expect(list.enabledFeatures.contains(.pullToRefresh))
    #expect(list.pullToRefresh() && count == 1)
    list.enabledFeatures = []
    #expect(!list.pullToRefresh() && count == 1)
    list.enabledFeatures = [.pullToRefresh]
    #expect(list.pullToRefresh() && count == 2)
  }

  @Test("the end of the list requests nothing while paging is switched off")
  func pagingFeature() {
    var count = 0
    engine.use(Users.self) { _ in
      count += 1
      return .data([])
    }
    let list = controller([PagingBehavior { _ in Users() }])
    list.enabledFeatures.remove(.paging)
    #expect(!list.reachEnd() && count == 0)
    list.enabledFeatures.insert(.paging)
    #expect(list.reachEnd() && count == 1)
  }

  @Test("the error handler receives the errors of commands, and can be set later")
  func errorHandler() {
    let list = controller([ItemReloadBehavior(commandType: Users.self)])
    var errors: [any Error] = []
    list.errorHandler = { errors.append($0) }
    engine.publish(event: Event<Users>.error(Problem()))
    #expect(errors.count == 1 && errors[0] is Problem)
  }

  @Test("a comparison decides whether components are reloaded")
  func comparison() {
    let list = controller([ComponentReloadBehavior(commandType: Posts.self)])
    list.appear()
    list.needsReload = { current, new in current.map(\.title) != new.map(\.title) }
    engine.publish(event: Event<Posts>.data([Component(identifier: "users", items: users("a"))]))
    #expect(list.components == [Component(identifier: "users")])
    let titled = Component(identifier: "users", title: "Users", items: users("a"))
    engine.publish(event: Event<Posts>.data([titled]))
    #expect(list.components == [titled])
    #expect(renderer.components == [titled])
  }

  @Test("the comparison is asked for items too, and a reload that is left out ends the progress")
  func itemComparison() {
    let list = controller([ItemReloadBehavior(commandType: Users.self)])
    list.appear()
    list.needsReload = { _, _ in false }
    engine.publish(event: Event<Users>.progress)
    #expect(renderer.isInProgress)
    engine.publish(event: Event<Users>.data(users("a")))
    #expect(!renderer.isInProgress && list.components[0].items.isEmpty)
    list.needsReload = nil
    engine.publish(event: Event<Users>.data(users("a")))
    #expect(list.components[0].items == users("a"))
  }

  @Test("disposeAll ends the reactions of all behaviours")
  func dispose() {
    let list = controller([ItemReloadBehavior(commandType: Users.self)])
    list.disposeAll()
    engine.publish(event: Event<Users>.data(users("a")))
    #expect(list.components[0].items.isEmpty)
  }

  @Test("a disappearance that an appearance leads to is done")
  func disappearWithin() {
    let list = controller([AppearanceBehavior(.preAppearing) { $0.disappear() }])
    list.appear()
    #expect(!list.isShown && renderer.log == ["show 1 components"])
    let other = controller([AppearanceBehavior(.postAppearing) { $0.disappear() }])
    other.appear()
    #expect(!other.isShown)
  }

  // row: a subclass of `AftermathController`
  // row: `viewWillAppear(_:)`, `viewDidAppear(_:)`, `viewDidLoad()`
  // row: `viewWillDisappear(_:)`, `viewDidDisappear(_:)`
  @Test("a screen owns a controller instead of being a subclass of it")
  func ownership() {
    @MainActor final class UsersScreen {
      let list: ComponentController
      private(set) var isSaved = false

      init(_ engine: Engine, _ renderer: any Renderer) {
        list = ComponentController(itemCommand: Users(), renderer: renderer, engine: engine)
        list.on(.preDisappearing) { [weak self] _ in self?.isSaved = true }
      }

      func viewWillAppear() { list.appear() }
      func viewWillDisappear() { list.disappear() }
    }
    engine.use(Users.self) { _ in .data(users("a")) }
    let screen = UsersScreen(engine, renderer)
    screen.viewWillAppear()
    #expect(renderer.text == "# items\n- A\n")
    screen.viewWillDisappear()
    #expect(screen.isSaved)
  }

  // MARK: Behaviours

  // row: `Behavior`, `extend(_:)`
  @Test("a behaviour extends its controller")
  func behavior() {
    struct ClearOnRemoval: ComponentBehavior {
      func extend(_ controller: ComponentController, isolation: isolated any Actor) {
        controller.edit(with: RemoveUser.self) { _ in .reloadItems([], in: 0) }
      }
    }
    let list = controller([ClearOnRemoval()])
    list.apply(.insert(.append(users("a", "b")), in: 0))
    engine.publish(event: Event<RemoveUser>.data(users("a")[0]))
    #expect(list.components[0].items.isEmpty)
  }

  // row: `PreAppearingBehavior`, `behaviorWillAppear(in:)`
  // row: `PostAppearingBehavior`, `behaviorDidAppear(in:)`
  // row: `PreDisappearingBehavior`, `behaviorWillDisappear(in:)`
  // row: `PostDisappearingBehavior`, `behaviorDidDisappear(in:)`
  @Test("the four moments of appearing and disappearing come in their order")
  func moments() {
    var moments: [String] = []
    let list = controller([
      AppearanceBehavior(.preAppearing) { _ in moments.append("will appear") },
      AppearanceBehavior(.postAppearing) { _ in moments.append("did appear") },
      AppearanceBehavior(.preDisappearing) { _ in moments.append("will disappear") },
      AppearanceBehavior(.postDisappearing) { _ in moments.append("did disappear") },
    ])
    list.appear()
    list.disappear()
    #expect(moments == ["will appear", "did appear", "will disappear", "did disappear"])
  }

  @Test("the behaviours for items insert, update and delete")
  func itemBehaviors() {
    let list = controller([
      ItemReloadBehavior(index: 0, commandType: Users.self),
      ItemInsertBehavior(index: 0, commandType: AddUser.self),
      ItemUpdateBehavior(index: 0, commandType: EditUser.self),
      ItemDeleteBehavior(index: 0, commandType: RemoveUser.self),
    ])
    engine.publish(event: Event<Users>.data(users("b")))
    engine.publish(event: Event<AddUser>.data(.append(users("d"))))
    engine.publish(event: Event<AddUser>.data(.prepend(users("a"))))
    engine.publish(event: Event<AddUser>.data(.index(2, users("c")[0])))
    #expect(list.components[0].items == users("a", "b", "c", "d"))
    engine.publish(event: Event<EditUser>.data(Item(identifier: "c", title: "see")))
    engine.publish(event: Event<RemoveUser>.data(users("a")[0]))
    #expect(list.components[0].items.map(\.title) == ["B", "see", "D"])
  }

  // row: `SpotScrollingBehavior(index:command:)`, one command for all pages
  // row: `didReachEnd(in:completion:)`, `ScrollDelegate`
  @Test("the end of the list executes the command for more")
  func scrolling() {
    var page = 0
    engine.use(Users.self) { _ in
      page += 1
      return .data(users("page \(page)"))
    }
    let list = controller([PagingBehavior { _ in Users() }])
    list.reachEnd()
    list.reachEnd()
    #expect(list.components[0].items == users("page 1", "page 2"))
  }

  // MARK: Reaction builders

  @Test("a controller's reaction applies the output of one execution, and shows its progress and error")
  func reactions() {
    final class Search: CommandProducer, ReactionProducer {
      let engine: Engine
      init(_ engine: Engine) { self.engine = engine }
    }
    let list = controller()
    list.appear()
    let search = Search(engine)
    engine.use(Users.self) { _ in .progress }
    var errors = 0
    list.errorHandler = { _ in errors += 1 }
    search.execute(command: Users(), reaction: list.reaction { .reloadItems($0, in: 0) })
    #expect(renderer.isInProgress)
    engine.publish(event: Event<Users>.data(users("a", "b")))
    #expect(!renderer.isInProgress && list.components[0].items == users("a", "b"))
    search.react(to: EditUser.self, with: list.reaction { .update([$0], in: 0) })
    search.react(to: RemoveUser.self, with: list.reaction { .delete([$0.identifier], in: 0) })
    search.react(to: AddUser.self, with: list.reaction { .insert($0, in: 0) })
    search.react(to: Posts.self, with: list.reaction { .reload($0) })
    engine.publish(event: Event<EditUser>.data(Item(identifier: "b", title: "bee")))
    engine.publish(event: Event<RemoveUser>.data(users("a")[0]))
    engine.publish(event: Event<AddUser>.data(.append(users("c"))))
    #expect(list.components[0].items.map(\.title) == ["bee", "C"])
    engine.publish(event: Event<Posts>.data([Component(identifier: "posts")]))
    #expect(list.components == [Component(identifier: "posts")])
    engine.publish(event: Event<Posts>.error(Problem()))
    #expect(errors == 1 && renderer.failure != nil)
  }

  @Test("a reaction does not retain its controller")
  func weakReaction() {
    var list: ComponentController? = controller()
    weak let gone = list
    let reaction: Reaction<[Item]>? = list?.reaction { .reloadItems($0, in: 0) }
    list = nil
    #expect(gone == nil)
    reaction?.consume?(users("a"))
  }

  // MARK: Spots

  // row: `reloadIfNeeded(_:)`, `component(at:)`, `append`, `prepend`, `insert`, `update`, `delete` of Spots
  @Test("the operations on a list are edits")
  func edits() {
    let list = controller()
    list.appear()
    list.apply(.reload([Component(identifier: "users", title: "Users", items: users("b"))]))
    list.apply(.insert(.append(users("c")), in: 0))
    list.apply(.insert(.prepend(users("a")), in: 0))
    list.apply(.update([Item(identifier: "b", title: "bee")], in: 0))
    let edit = ContentEdit.delete(["c"], in: 0)
    list.apply(edit)
    #expect(renderer.text == "# Users\n- A\n- bee\n")
    #expect(PlainTextRenderer().text.isEmpty)
    renderer.clearLog()
    list.apply(.reload(list.components))
    #expect(renderer.log.isEmpty)
  }

  // row: `SpotsDelegate`, a tapped item
  @Test("a tapped row is a fact with the item")
  func selection() {
    final class Opener: ReactionProducer {
      let engine: Engine
      var opened: [String] = []
      init(_ engine: Engine) { self.engine = engine }
    }
    let opener = Opener(engine)
    opener.next { [weak opener] (fact: ItemSelected) in
      if let action = fact.item.action { opener?.opened.append(action) }
    }
    let list = controller()
    list.apply(.insert(.append([Item(identifier: "7", action: "users:7")]), in: 0))
    list.select("7")
    #expect(opener.opened == ["users:7"])
  }

  // row: `StateCache`, `cache()`
  // row: layouts, and registered views of Spots
  // row: `Spotable`, `Spots.Controller`, the grids, lists and carousels of Spots
  @Test("contents are kept in a folder, and drawn into a terminal")
  func surfaces() {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spots-\(UUID())").path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = FileCache(folder: folder)
    for _ in 1...2 {
      var screen = ""
      let terminal = TerminalRenderer(width: 20, height: 3) { screen += $0 }
      let list = ComponentController(
        cacheKey: "users", cache: cache,
        components: [
          Component(
            identifier: "users",
            items: [Item(identifier: "a", kind: "row", title: "A", metadata: ["age": 7])])
        ],
        renderer: terminal, engine: engine)
      list.appear()
      #expect(screen.contains("A"))
    }
  }

  // MARK: Deprecated names

  @Test("the deprecated names do what they did")
  func deprecated() { (self as any DeprecatedNames).check() }
}

/// Has the deprecated names of the original checked, where no warning appears.
@MainActor
private protocol DeprecatedNames {
  func check()
}

extension AftermathComponentsOriginalTests: DeprecatedNames {
  @available(*, deprecated)
  func check() {
    var count = 0
    engine.use(Users.self) { _ in
      count += 1
      return .data(users("a"))
    }
    engine.use(AddUser.self) { _ in .data(Insert.append(users("z"))) }
    let list: AftermathController = controller(
      [
        SpotReloadBehavior(index: 0, commandType: Users.self),
        SpotUpdateBehavior(index: 0, commandType: EditUser.self),
        SpotDeleteBehavior(index: 0, commandType: RemoveUser.self),
        SpotScrollingBehavior(index: 0, command: AddUser()),
      ], command: Users())
    list.refreshMode = AfterMathRefreshMode.always
    list.enabledFeatures = [SpotsFeature.PullToRefresh]
    list.refreshOnViewDidAppear = false
    list.appear()
    #expect(count == 0 && !list.refreshOnViewDidAppear)
    list.executeInitial()
    list.enabledFeatures = [.paging]
    list.reachEnd()
    #expect(list.components[0].items == users("a", "z"))
    list.viewModelComparison = { current, new in current != new }
    #expect(list.viewModelComparison != nil)
    // row: `ComponentReloadBuilder`
    // row: `SpotReloadBuilder`
    // row: `SpotInsertBuilder`
    // row: `SpotUpdateBuilder`
    // row: `SpotDeleteBuilder`
    ComponentReloadBuilder(controller: list).buildReaction().consume?([Component(identifier: "users")])
    SpotReloadBuilder(index: 0, controller: list).buildReaction().consume?(users("b"))
    SpotInsertBuilder(index: 0, controller: list).buildReaction().consume?(.append(users("c", "d")))
    SpotUpdateBuilder(index: 0, controller: list).buildReaction().consume?(
      Item(identifier: "c", title: "see"))
    SpotDeleteBuilder(index: 0, controller: list).buildReaction().consume?(users("d")[0])
    #expect(list.components[0].items.map(\.title) == ["B", "see"])
    list.disposeReactions()
    engine.publish(event: Event<EditUser>.data(Item(identifier: "b", title: "bee")))
    #expect(list.components[0].items.map(\.title) == ["B", "see"])
    let inserting = controller([SpotInsertBehavior(index: 0, commandType: AddUser.self)])
    engine.execute(command: AddUser())
    #expect(inserting.components[0].items == users("z"))
  }
}
