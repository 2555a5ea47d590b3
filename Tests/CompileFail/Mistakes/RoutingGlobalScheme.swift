// expect-error: Make a RouteScheme with this name, and pass it to a Navigator.
// The scheme of Compass was one for the whole process.
import AftermathRouting

func configure() {
  Navigator.scheme = "app"
}
