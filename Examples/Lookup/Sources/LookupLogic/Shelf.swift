/// The books of the library; all of them and their authors are invented.
enum Shelf {
  /// A book, with the text that is shown only when it is opened.
  struct Entry {
    let book: Book
    let summary: String
  }

  static let entries: [Entry] = [
    entry(
      "B 598", "The Swift Year", "Martin Oyelaran", 2014, copies: 2,
      "From the empty sky of April to the empty sky of August: twelve weeks under one roof in the old town."),
    entry(
      "B 601", "Nest Boxes for Swifts and Martins", "Greta Holm", 2009, copies: 1,
      "Plans with measurements, and an honest chapter on boxes that stayed empty."),
    entry(
      "B 655", "What Lives Under the Stones", "Imre Vadas", 1998, copies: 1,
      "A field guide to the insects of small rivers, with a key that works with cold fingers."),
    entry(
      "E 201", "Swift Water", "Lena Abarca", 2003, copies: 3,
      "A novel. Two sisters inherit a mill, a debt, and a neighbour who owns the river."),
    entry(
      "E 244", "The Quiet Wheel", "Tobias Renn", 1911, copies: 1,
      "Poems, most of them about waiting for rain."),
    entry(
      "E 260", "Łódź by Night Train", "Agnieszka Żak", 1976, copies: 1,
      "A reporter changes trains nine times and misses the tenth on purpose."),
    entry(
      "K 110", "Bread, Swiftly", "Hannah Birch", 2019, copies: 2,
      "Loaves for people who come home at seven and would like to eat at nine."),
    entry(
      "K 118", "Sourdough by the Clock", "Hannah Birch", 2021, copies: 2,
      "The patient sequel: nothing in it takes less than two days."),
    entry(
      "K 131", "Crème & Crumb", "Zoë Lefèvre", 1994, copies: 1,
      "Forty desserts that began as mistakes in a small kitchen in Besançon."),
    entry(
      "T 017", "Mills of the Upper Valley", "Ida Korth", 1987, copies: 2,
      "A walk from wheel to wheel, with drawings of every one that still turns."),
    entry(
      "T 023", "Sluices, Weirs and Gates", "P. J. Marchetti", 1962, copies: 1,
      "How to lead water where it is wanted, in the right order, one gate at a time."),
    entry(
      "T 040", "Letters from a Lock-Keeper", "Samuel Aduba", 1933, copies: 2,
      "Thirty years on one lock, reported weekly to a brother who never wrote back."),
  ]

  private static func entry(
    _ mark: String, _ title: String, _ author: String, _ year: Int, copies: Int, _ summary: String
  ) -> Entry {
    let book = Book(id: mark, title: title, author: author, year: year, copies: copies, copiesIn: copies)
    return Entry(book: book, summary: summary)
  }
}
