import InspectorServer

@main
struct Main {
  static func main() async {}
}
