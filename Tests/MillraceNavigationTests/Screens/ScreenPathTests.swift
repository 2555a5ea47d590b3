import Foundation
import MillraceNavigation
import Testing

/// Paths and presentations as values.
@Suite struct ScreenPathTests {
  @Test("A path numbers its screens, and never uses a number twice")
  func numbers() {
    var path = ScreenPath(["a", "b"])
    #expect(Array(path.ids) == [1, 2])
    #expect(path.pop() == "b")
    #expect(path.push("c") == 3)
    #expect(path.topID == 3 && path.top == "c" && path[2] == nil && path[1] == "a")
    #expect("\(path)" == #"[1: "a", 3: "c"]"#)
  }

  @Test("Dismissing a screen takes those above with it, replacing one does not")
  func middle() {
    var path = ScreenPath(["a", "b", "c"])
    #expect(path.replace(2, with: "d") == 4)
    #expect(Array(path.screens) == ["a", "d", "c"])
    #expect(Array(path.ids) == [1, 4, 3])
    #expect(path.dismiss(4) == true)
    #expect(Array(path.screens) == ["a"])
    #expect(!path.dismiss(4) && !path.pop(to: 3) && path.replace(3, with: "x") == nil)
    #expect(path.replaceTop(with: "e") == 5)
    path.popAll()
    #expect(path.isEmpty && path.pop() == nil)
    #expect(path.replaceTop(with: "f") == 6)
  }

  @Test("A deep link keeps the screens at the beginning that are the same")
  func set() {
    var path = ScreenPath(["a", "b", "c"])
    path.update(1) { $0 = "A" }
    path.set(["a", "x", "c"]) { $0.lowercased() == $1 }
    #expect(Array(path.screens) == ["A", "x", "c"])
    #expect(Array(path.ids) == [1, 4, 5])
    path.set(["A"])
    #expect(Array(path.ids) == [6])
    path.set(["A"]) { _, _ in true }
    #expect(Array(path.ids) == [6])
  }

  @Test("Equal paths have the same screens under the same ids, and go on with the same id")
  func equality() {
    var path = ScreenPath(["a"])
    #expect(path == ScreenPath(["a"]))
    path.push("b")
    path.pop()
    #expect(path != ScreenPath(["a"]))
    #expect(path.screens.elementsEqual(ScreenPath(["a"]).screens))
  }

  @Test("A shortened list of ids is the dismissal of the lowest missing screen")
  func shortened() {
    typealias Message = NavigationMessage<Int>
    #expect(Message.dismissal(from: [1, 4, 7], to: [1]) == .dismissed(4))
    #expect(Message.dismissal(from: [1, 4, 7], to: [1, 4, 7]) == nil)
    #expect(Message.dismissal(from: [1], to: [1, 99]) == nil)
    #expect(Message.dismissal(from: [], to: [99]) == nil)
    #expect(Message.screen(1, 2).map { "\($0)" } == .screen(1, "2"))
    #expect(Message.dismissed(3).map { "\($0)" } == .dismissed(3))
  }

  @Test("A presentation shows one thing at a time, under an id of its own")
  func presentation() {
    var modal = Presentation<Page>()
    #expect(modal.screen == nil && modal.presented == nil && !modal.dismiss())
    #expect(modal.present(.list("a")) == 1)
    #expect(modal.present(.photo("b")) == 2)
    #expect(modal.presented(as: Page.list) == nil)
    #expect(modal.presented(as: Page.photo) == PresentedScreen(id: 2, screen: Leaf(name: "b")))
    #expect(!modal.dismiss(1) && modal.id == 2)
    modal.update { $0 = .list("c") }
    #expect(modal.screen == .list("c") && modal.id == 2)
    #expect(modal.dismiss(2) && modal.screen == nil)
    modal.update { $0 = .list("d") }
    #expect(modal.screen == nil)
  }

  @Test("A path is archived with its ids, and goes on with the next")
  func coding() throws {
    var path = ScreenPath(["a", "b", "c"])
    path.dismiss(2)
    path.push("d")
    var copy = try JSONDecoder().decode(ScreenPath<String>.self, from: JSONEncoder().encode(path))
    #expect(copy == path)
    #expect(copy.push("e") == 5)
    let modal = Presentation("a")
    #expect(try JSONDecoder().decode(Presentation<String>.self, from: JSONEncoder().encode(modal)) == modal)
  }

  @Test(
    "A broken archive is an error",
    arguments: [
      #"{"screens":[{"id":1,"row":"a"},{"id":1,"row":"b"}],"lastNumber":2}"#,
      #"{"screens":[{"id":3,"row":"a"}],"lastNumber":2}"#,
      #"{"screens":[{"id":0,"row":"a"}],"lastNumber":2}"#,
      #"{"screens":[],"lastNumber":18446744073709551615}"#,
      #"{"screens":[{"id":-1,"row":"a"}],"lastNumber":2}"#,
      #"{"screens":[]}"#, "[]", "7",
    ])
  func broken(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ScreenPath<String>.self, from: Data(text.utf8))
    }
  }

  @Test("An archive of two presented screens is an error")
  func two() {
    let text = #"{"screens":[{"id":1,"row":"a"},{"id":2,"row":"b"}],"lastNumber":2}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Presentation<String>.self, from: Data(text.utf8))
    }
  }

  @Test("Every walk gives the path of a simple model", arguments: 0..<30)
  func walk(seed: UInt64) {
    var dice = Dice(seed: seed)
    var path = ScreenPath<Int>()
    var model: [(id: UInt64, screen: Int)] = []
    var last: UInt64 = 0
    func number() -> UInt64 {
      last += 1
      return last
    }
    for step in 0..<200 {
      // Sometimes an id that has left, or was never there.
      let id =
        dice.next(3) == 0 ? UInt64(dice.next(250)) : model.isEmpty ? 1 : model[dice.next(model.count)].id
      let place = model.firstIndex { $0.id == id }
      switch dice.next(9) {
      case 0, 1, 2:
        #expect(path.push(step) == ScreenID(number()))
        model.append((last, step))
      case 3: #expect(path.pop() == model.popLast()?.screen)
      case 4:
        #expect(path.pop(to: ScreenID(id)) == (place != nil))
        if let place { model.removeSubrange((place + 1)...) }
      case 5:
        #expect(path.dismiss(ScreenID(id)) == (place != nil))
        if let place { model.removeSubrange(place...) }
      case 6:
        let new = path.replace(ScreenID(id), with: step)
        #expect((new != nil) == (place != nil))
        if let place { model[place] = (number(), step) }
      case 7:
        let screens = (0..<dice.next(5)).map { $0 < model.count && dice.next(3) > 0 ? model[$0].screen : -1 }
        path.set(screens) { $0 == $1 }
        let kept = zip(model, screens).prefix { $0.0.screen == $0.1 }.count
        model.removeSubrange(kept...)
        for screen in screens[kept...] { model.append((number(), screen)) }
      default:
        let changed: Void? = path.update(ScreenID(id)) { $0 = -step }
        #expect((changed != nil) == (place != nil))
        if let place { model[place].screen = -step }
      }
      #expect(path.ids.map(\.number) == model.map(\.id), "seed \(seed), step \(step)")
      #expect(Array(path.screens) == model.map(\.screen), "seed \(seed), step \(step)")
      #expect(path.top == model.last?.screen && path.count == model.count)
    }
  }
}
