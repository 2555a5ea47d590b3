/// Routes from one vertex that together cover every reachable arc.
///
/// Each route continues to the nearest uncovered arc, as long as that costs no more than a new route. This is
/// a greedy answer to the postman problem (Mei-Ko Kwan, *Graphic Programming Using Odd or Even Points*, 1962)
/// for directed graphs, where not every arc can be reached again from every other.
struct PathCover {
  private let arcs: [(from: Int, to: Int)]
  private let leaving: [[Int]]
  private let start: Int
  private let maxLength: Int
  private var isCovered: [Bool]

  init(vertices: Int, arcs: [(Int, Int)], start: Int, maxLength: Int) {
    self.arcs = arcs
    self.start = start
    self.maxLength = max(1, maxLength)
    var leaving = Array(repeating: [Int](), count: vertices)
    for (place, arc) in arcs.enumerated() { leaving[arc.0].append(place) }
    self.leaving = leaving
    isCovered = Array(repeating: false, count: arcs.count)
  }

  /// Returns the distance of each vertex; nil for an unreachable one.
  func distances() -> [Int?] {
    var distances: [Int?] = Array(repeating: nil, count: leaving.count)
    distances[start] = 0
    var line = [start][...]
    while let vertex = line.popFirst() {
      for arc in leaving[vertex] where distances[arcs[arc].to] == nil {
        distances[arcs[arc].to] = distances[vertex].map { $0 + 1 }
        line.append(arcs[arc].to)
      }
    }
    return distances
  }

  /// Returns the routes, as indices of arcs.
  mutating func routes() -> [[Int]] {
    let distances = distances()
    // The nearest first; equally near ones keep their order.
    let reachable = arcs.indices.filter { distances[arcs[$0].from] != nil }
    func distance(_ arc: Int) -> Int { distances[arcs[arc].from] ?? 0 }
    let wanted = reachable.sorted { (distance($0), $0) < (distance($1), $1) }
    var routes: [[Int]] = []
    var next = 0
    while next < wanted.count {
      // From the start, the search finds the next wanted arc, or another one as near.
      var route: [Int] = []
      var limit = arcs.count
      while let more = nearest(from: route.last.map { arcs[$0].to } ?? start, within: limit) {
        route += more
        for arc in more { isCovered[arc] = true }
        while next < wanted.count, isCovered[wanted[next]] { next += 1 }
        guard next < wanted.count else { break }
        limit = min(distance(wanted[next]), maxLength - route.count - 1)
      }
      routes.append(route)
    }
    return thinned(routes)
  }

  /// Returns the route over covered arcs to the nearest uncovered one, that arc included.
  private func nearest(from vertex: Int, within limit: Int) -> [Int]? {
    guard limit >= 0 else { return nil }
    var arrivals: [Int: Int] = [:]
    var line = [(vertex: vertex, distance: 0)][...]
    while let here = line.popFirst() {
      for arc in leaving[here.vertex] where !isCovered[arc] {
        var route = [arc]
        var place = here.vertex
        while place != vertex, let arrival = arrivals[place] {
          route.append(arrival)
          place = arcs[arrival].from
        }
        return route.reversed()
      }
      guard here.distance < limit else { continue }
      for arc in leaving[here.vertex] {
        let target = arcs[arc].to
        guard target != vertex, arrivals[target] == nil else { continue }
        arrivals[target] = arc
        line.append((target, here.distance + 1))
      }
    }
    return nil
  }

  /// Returns the routes without redundant arcs: from the last route on, covered ends are cut, and empty
  /// routes dropped.
  private func thinned(_ routes: [[Int]]) -> [[Int]] {
    var counts = Array(repeating: 0, count: arcs.count)
    for arc in routes.joined() { counts[arc] += 1 }
    var routes = routes
    for place in routes.indices.reversed() {
      while let last = routes[place].last, counts[last] > 1 {
        counts[last] -= 1
        routes[place].removeLast()
      }
    }
    return routes.filter { !$0.isEmpty }
  }
}
