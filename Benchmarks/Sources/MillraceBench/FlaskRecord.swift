import Flask

/// A state of fifty properties, of the kinds that states have.
struct FlaskRecord: Flask.State {
  var n0 = 0
  var n1 = 1
  var n2 = 2
  var n3 = 3
  var n4 = 4
  var n5 = 5
  var n6 = 6
  var n7 = 7
  var n8 = 8
  var n9 = 9
  var n10 = 10
  var n11 = 11
  var n12 = 12
  var n13 = 13
  var n14 = 14
  var n15 = 15
  var n16 = 16
  var n17 = 17
  var n18 = 18
  var n19 = 19
  var n20 = 20
  var n21 = 21
  var n22 = 22
  var n23 = 23
  var n24 = 24
  var n25 = 25
  var n26 = 26
  var n27 = 27
  var n28 = 28
  var n29 = 29
  var x0 = 0.5
  var x1 = 1.5
  var x2 = 2.5
  var x3 = 3.5
  var x4 = 4.5
  var x5 = 5.5
  var x6 = 6.5
  var x7 = 7.5
  var text0 = "text 0"
  var text1 = "text 1"
  var text2 = "text 2"
  var text3 = "text 3"
  var text4 = "text 4"
  var text5 = "text 5"
  var text6 = "text 6"
  var text7 = "text 7"
  var text8 = "text 8"
  var text9 = "text 9"
  var list0 = [1, 2, 3]
  var list1 = [1, 2, 3]
}
