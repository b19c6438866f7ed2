autocmd BufRead,BufNewFile *.fl setfiletype fairlead
