// A file of an application that imports one of Millrace's modules, `Ours`, together with what else an
// application imports, and uses the names of those as it would without Millrace. Scripts/test compiles it
// once for each module.

import Combine
import Dispatch
import Foundation
import Observation
import Ours
import SwiftData
import SwiftUI
import Testing
import UIKit

// MARK: Names of the frameworks

@Observable final class Counter {
  var count = 0
}

@Model final class Entry {
  var title = ""
}

final class Older: ObservableObject {
  @Published var count = 0
}

struct NightKey: EnvironmentKey {
  static let defaultValue = false
}

struct Screen: View {
  @State private var counter = Counter()
  @State private var title = ""
  @Environment(\.locale) private var locale
  let name: Binding<String>

  var body: some View { Table([title, name.wrappedValue]) }
}

final class Controller: UIViewController {
  let action = Selector("tap:")
  var cancellables: [AnyCancellable] = []

  override func viewDidLoad() {
    _ = withObservationTracking {
      1
    } onChange: {
    }
  }
}

struct Menus: Commands {}

let schema = Schema([Entry.self])
let queue = Dispatch.DispatchQueue.main
let limit = Dispatch.DispatchTime.now()
let registrar = Observation.ObservationRegistrar()
let page = Foundation.URL(string: "https://example.org")

#if NAMES_OF_KATANA
// The original's word too: a file that imports both names the one that it means.
final class Ticks: Combine.Subscription {
  func request(_ demand: Int) {}
  func cancel() {}
}
#else
final class Ticks: Subscription {
  func request(_ demand: Int) {}
  func cancel() {}
}
#endif

#if NAMES_OF_HARVEST
struct Fade: SwiftUI.Transition {}
#else
struct Fade: Transition {}
#endif

@Test func passes() {
  #expect(Bool(true))
}

// MARK: Names of an application

enum Event { case opened }
struct Item { var name = "" }
struct Command { var event = Event.opened }
struct Component { var items: [Item] = [] }
struct Message { var text = "" }
struct Configuration { var isDark = false }
enum Action { case tap }

func state(_ number: Int) -> Int { number }
func on(_ isOn: Bool) -> Bool { isOn }
func after(_ seconds: Int) -> Int { seconds }
func history(_ count: Int) -> [Item] { Array(repeating: Item(), count: count) }
func parallel(_ count: Int) -> Int { count }
func when(_ isTrue: Bool) -> Bool { isTrue }

func use() -> [Any] {
  let after = after(3)
  return [
    state(1), on(true), after, history(2), parallel(3), when(false), Message(text: "a"), Action.tap,
    Component(items: [Item(name: "b")]), Command(event: .opened), Configuration(isDark: true),
  ]
}
