// expect-error: Pass a renderer: ComponentController(components:itemCommand:behaviors:renderer:).
// expect-also: Pass a renderer: ComponentController(components:initialCommand:behaviors:renderer:).
// The controller of AftermathSpots was a view controller, which draws by itself.
import Aftermath
import AftermathComponents

struct Users: Command {
  typealias Output = [Item]
}

// row: `init(cacheKey:spots:spotCommand:behaviors:)`
@MainActor
func makeUsers() -> ComponentController {
  ComponentController(
    cacheKey: "users", spots: [Component(identifier: "users")], spotCommand: Users(), behaviors: [])
}

// row: `init(cacheKey:spots:initialCommand:behaviors:features:)`
@MainActor
func makeWall() -> ComponentController {
  ComponentController(
    cacheKey: "wall", spots: [Component(identifier: "wall")], initialCommand: Users(), behaviors: [],
    features: [.pullToRefresh])
}
