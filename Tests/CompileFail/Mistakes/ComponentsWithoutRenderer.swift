// expect-error: Pass a renderer: ComponentController(components:itemCommand:behaviors:renderer:).
// The controller of AftermathSpots was a view controller, which draws by itself.
import Aftermath
import AftermathComponents

struct Users: Command {
  typealias Output = [Item]
}

@MainActor
func makeUsers() -> ComponentController {
  ComponentController(spots: [Component(identifier: "users")], spotCommand: Users())
}
